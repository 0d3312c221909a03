import { describe, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { mt940 } from '../given/mt940.ts';
import { givenFreshRules } from '../given/rules.ts';

/*
 * A file that covers a day replaces what earlier files have of that day and account; a file that proves no span only adds.
 */

const acme = givenFreshRules({ hasPayout: false, books: { orders: {}, bank: {} } });

async function receive(kind: string, content: string, file_name: string): Promise<number> {
  const facts = { kind, ext: file_name.split('.')[1] ?? '', file_name, currency: 'MYR' };
  const file = landed(content, { ...facts, received_at: '2026-11-20T00:00:00.000Z' });
  expect(await acme.load(file, { books: { bank: {} } })).toMatchObject({ status: 'loaded' });
  return file.receipt_id;
}

const loadTable = (content: string, name = 'bank') => receive('bank_statement', content, `${name}.csv`);
const load = (content: string, name = 'bank') => receive('bank_statement', content, `${name}.sta`);

const table = (...rows: string[]) => `Date,Description,Amount,Balance\n${rows.join('\n')}\n`;

/** The lines in force as `day amount`, with the account where it is known. */
const current = () =>
  acme.lines(
    'select day(booked_on), amount::bigint, account from core.bank_line_now order by booked_on, amount, account',
  );

const notes = async (id: number) => {
  const [row] = await acme.rows('select notes from raw.receipt where receipt_id = $id', { id });
  return row?.notes ?? [];
};

const keyOf = (amount: number) =>
  acme.lines('select distinct bank_line_key from core.bank_line where amount = $amount', { amount });

const first = { from: 3, to: 6, lines: [3, 4, 5].map((day) => ({ day, amount: day * 10 })) };

describe('A bank file that covers a day', () => {
  test('ends the lines that it no longer has, and names itself as the reason', async () => {
    await load(mt940(first));
    const second = await load(mt940({ ...first, lines: first.lines.toSpliced(1, 1) }));
    expect(await current()).toEqual(['3 30 5140', '5 50 5140']);
    expect(await acme.rows('select amount, ended_by from core.bank_line where known_to is not null')).toEqual([
      { amount: '40.0000', ended_by: second },
    ]);
    expect(await notes(second)).toContain(
      '1 line of earlier files ended: this file covers the day and does not have it, MYR 40.00 of 4 Nov 2026.',
    );
  });

  test('gives a line that is back its own key', async () => {
    const without = { ...first, lines: first.lines.slice(0, 2) };
    for (const one of [first, without, first]) await load(mt940(one));
    expect(await current()).toEqual(['3 30 5140', '4 40 5140', '5 50 5140']);
    expect(await keyOf(50)).toHaveLength(1);
    await load(mt940(without));
    expect(await current()).toEqual(['3 30 5140', '4 40 5140']);
  });

  test('leaves other days, other accounts and days that are not over alone', async () => {
    await load(mt940({ from: 1, to: 30, lines: [1, 2, 20].map((day) => ({ day, amount: day })) }), 'all');
    await load(mt940({ ...first, account: '6200' }), 'other');
    await load(mt940({ from: 2, to: 30, lines: [] }), 'empty');
    // the 20th was not over when the file arrived; the 2nd may be the day before its first one
    expect(await current()).toEqual(['1 1 5140', '2 2 5140', '3 30 6200', '4 40 6200', '5 50 6200', '20 20 5140']);
  });

  test('with two statements replaces the lines of both accounts', async () => {
    await load(mt940(first) + mt940({ ...first, account: '6200' }));
    const shorter = { ...first, lines: first.lines.slice(1) };
    await load(mt940(shorter) + mt940({ ...first, account: '6200', lines: [] }));
    expect(await current()).toEqual(['4 40 5140', '5 50 5140']);
  });

  test('takes the opening balance of the evening before for no line of that day', async () => {
    await load(mt940({ from: 2, to: 3, lines: [{ day: 3, amount: 30 }] }), 'third');
    await load(mt940({ from: 3, to: 4, lines: [{ day: 4, amount: 40 }], opening: 1030 }), 'fourth');
    expect(await current()).toEqual(['3 30 5140', '4 40 5140']);
  });
});

describe('A table of bank lines', () => {
  const rows = ['2026-11-03,A,10,110', '2026-11-04,B,20,130', '2026-11-05,C,30,160', '2026-11-06,D,40,200'];

  test('whose balances continue replaces the days after its first one', async () => {
    await loadTable(table(...rows));
    await loadTable(table('2026-11-03,A,10,110', '2026-11-05,C,30,140', '2026-11-06,D,40,180'));
    expect(await current()).toEqual(['3 10', '5 30', '6 40']);
    // of its first day the file may have a part only
    await loadTable(table('2026-11-03,B,10,120', '2026-11-05,C,30,150', '2026-11-06,D,40,190'));
    expect(await current()).toEqual(['3 10', '3 10', '5 30', '6 40']);
    expect(await keyOf(30)).toHaveLength(1);
  });

  test('without a proof of its span ends nothing', async () => {
    await loadTable(table(...rows));
    await loadTable('Date,Description,Amount\n2026-11-03,A,+10\n2026-11-06,E,+1\n');
    expect(await current()).toEqual(['3 10', '3 10', '4 20', '5 30', '6 1', '6 40']);
  });

  test('with a rejected row of a day ends nothing of that day', async () => {
    await load(mt940({ from: 3, to: 6, lines: first.lines, account: '1' }));
    const rowsOfOne = [
      '2026-11-03,x,+30,1030,1',
      '2026-11-04,x,much,1070,1',
      '2026-11-06,y,+5,1075,1',
      '2026-11-07,z,+5,1080,1',
    ];
    await loadTable(`Date,Description,Amount,Balance,Account No\n${rowsOfOne.join('\n')}\n`);
    expect(await current()).toContain('4 40 1');
  });
});

test('Files of accounts that they do not name do not end lines of one another', async () => {
  const header = 'Period,2026-11-03 to 2026-11-06\nDate,Description,Amount\n';
  await loadTable(`${header}2026-11-03,A,+10\n2026-11-04,B,+20\n`, 'one-account');
  await loadTable(`${header}2026-11-03,C,+30\n`, 'other-account');
  expect(await current()).toEqual(['3 10', '3 30', '4 20']);
  await loadTable(`${header}2026-11-04,B,+20\n`, 'one-account-corrected');
  expect(await current()).toEqual(['3 30', '4 20']);
  await loadTable(header, 'other-account');
  expect(await current()).toEqual(['4 20']);
});

test('A statement that goes on where another one ended on that day does not end its lines', async () => {
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 30 }] }), 'morning');
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 5 }], opening: 1030 }), 'afternoon');
  expect(await current()).toEqual(['3 5 5140', '3 30 5140']);
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 6 }], opening: 1030 }), 'afternoon-corrected');
  expect(await current()).toEqual(['3 6 5140', '3 30 5140']);
});

describe('A person who declares a file to be whole', () => {
  const header = 'Date,Description,Amount\n';

  test('ends the lines that it does not have, also when they declare it afterwards', async () => {
    await loadTable(`${header}2026-11-03,A,+10\n2026-11-04,B,+20\n2026-11-06,D,+40\n`);
    const corrected = `${header}2026-11-04,B,+20\n`;
    const file = await loadTable(corrected);
    expect(await current()).toEqual(['3 10', '4 20', '6 40']);
    expect(await notes(file)).toEqual([]);
    const declared = await acme.declareWhole(corrected, 'bank_statement', '2026-11-03', '2026-11-05');
    expect(await current()).toEqual(['4 20', '6 40']);
    expect(await acme.rows('select ended_by from core.bank_line where known_to is not null')).toEqual([
      { ended_by: declared.receipt_id },
    ]);
    expect(await notes(file)).toEqual([expect.stringContaining('does not have it, MYR 10.00 of 3 Nov 2026.')]);
  });

  test('ends nothing of a day of which a later file has lines', async () => {
    const early = `${header}2026-11-04,B,+20\n`;
    await loadTable(early, 'early');
    await loadTable(`${header}2026-11-03,A,+10\n2026-11-05,C,+30\n`, 'late');
    await acme.declareWhole(early, 'bank_statement', '2026-11-03', '2026-11-06');
    expect(await current()).toEqual(['3 10', '4 20', '5 30']);
  });

  test('ends the orders that it does not have, and no order of which it has a row', async () => {
    const columns = 'Order,Placed On,Currency,Amount,Status\n';
    const order = (name: string, day: string, amount = '5.00') =>
      `${name},2026-11-${day}T09:00:00+08:00,MYR,${amount},paid\n`;
    const put = (rows: string, name = 'orders') => receive('orders', columns + rows, `${name}.csv`);
    // another shop has a file of its own, and a line in common with none
    await put(order('X-1', '03'), 'other-shop');
    await put(order('O-1', '03') + order('O-2', '03') + order('O-3', '04') + order('O-4', '05'));
    const corrected = order('O-1', '03') + order('O-3', '05');
    await put(corrected, 'orders-corrected');
    await acme.declareWhole(columns + corrected, 'orders', '2026-11-03', '2026-11-04');
    expect(
      await acme.lines(
        'select order_id, day(business_date) from core.merchant_order where known_to is null order by order_id',
      ),
    ).toEqual(['O-1 3', 'O-3 5', 'O-4 5', 'X-1 3']);
  });
});

test('An order that a later file changes is judged again only where the rules see the change', async () => {
  const columns = 'Order,Placed On,Currency,Amount,Status';
  const put = (amount: string, status: string) =>
    receive('orders', `${columns}\nO-1,2026-11-03T09:00:00+08:00,MYR,${amount},${status}\n`, 'orders.csv');
  const ended = () => acme.rows('select record_key, receipt_id, is_gone from core.ended_record');
  await put('5.00', 'paid');
  await put('5.00', 'shipped');
  expect(await ended()).toEqual([]);
  const cheaper = await put('4.00', 'shipped');
  expect(await ended()).toContainEqual({ record_key: 'O-1', receipt_id: cheaper, is_gone: false });
});
