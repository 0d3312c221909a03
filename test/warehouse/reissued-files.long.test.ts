import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { mt940 } from '../given/mt940.ts';
import { givenRules } from '../given/rules.ts';

/*
 * A file that covers a day replaces what earlier files have of that day and account; a file that proves no span only adds.
 */

const acme = givenRules({ hasPayout: false, books: { orders: {}, bank: {} } });
beforeEach(async () => {
  for (const table of [
    ...['core.bank_line', 'core.bank_statement', 'raw.file_claim', 'raw.bank_statement_line', 'raw.receipt'],
    ...['raw.file_span', 'staging.rejected_row', 'core.declared_span', 'core.merchant_order'],
  ])
    await acme.execute(`delete from ${table}`);
});

async function load(content: string, ext: string, name = 'bank', received_at = '2026-11-20T00:00:00.000Z') {
  const file = landed(content, {
    kind: 'bank_statement',
    source: 'files',
    page: null,
    ext,
    file_name: `${name}.${ext}`,
    currency: 'MYR',
    received_at,
  });
  const outcome = await acme.load(file, { books: { bank: {} } });
  expect(outcome).toMatchObject({ status: 'loaded' });
  return file.receipt_id;
}

const table = (rows: readonly string[]) => `Date,Description,Amount,Balance\n${rows.join('\n')}\n`;

const current = async () =>
  (
    await acme.rows(`select day(booked_on) || ' ' || amount::bigint || coalesce(' ' || account, '') as line from core.bank_line_now
       order by booked_on, amount, account`)
  ).map(({ line }) => line);

const notes = async (receiptId: number) => {
  const [row] = await acme.rows('select notes from raw.receipt where receipt_id = $id', {
    id: receiptId,
  });
  return row?.notes ?? [];
};

const keyOf = async (amount: number) =>
  (
    await acme.rows(`select distinct bank_line_key as key from core.bank_line where amount = ${amount} order by key`)
  ).map(({ key }) => String(key));

const first = { from: 3, to: 6, lines: [3, 4, 5].map((day) => ({ day, amount: day * 10 })) };

describe('A bank file that covers a day', () => {
  test('ends the lines that it no longer has, and names itself as the reason', async () => {
    await load(mt940(first), 'sta');
    const second = await load(
      mt940({ ...first, lines: [first.lines[0], first.lines[2]].flatMap((l) => l ?? []) }),
      'sta',
    );
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
    for (const one of [first, without, first]) await load(mt940(one), 'sta');
    expect(await current()).toEqual(['3 30 5140', '4 40 5140', '5 50 5140']);
    expect(await keyOf(50)).toHaveLength(1);
    await load(mt940(without), 'sta');
    expect(await current()).toEqual(['3 30 5140', '4 40 5140']);
  });

  test('leaves other days, other accounts and days that are not over alone', async () => {
    await load(mt940({ from: 1, to: 30, lines: [1, 2, 20].map((day) => ({ day, amount: day })) }), 'sta', 'all');
    await load(mt940({ ...first, account: '6200' }), 'sta', 'other');
    await load(mt940({ from: 2, to: 30, lines: [] }), 'sta', 'empty');
    // the 20th was not over when the file arrived; the 2nd may be the day before its first one
    expect(await current()).toEqual(['1 1 5140', '2 2 5140', '3 30 6200', '4 40 6200', '5 50 6200', '20 20 5140']);
  });

  test('counts lines that are alike', async () => {
    const fee = { day: 4, amount: -1 };
    await load(mt940({ ...first, lines: [fee, fee, fee] }), 'sta');
    await load(mt940({ ...first, lines: [fee, fee] }), 'sta');
    expect(await current()).toEqual(['4 -1 5140', '4 -1 5140']);
    await load(mt940({ ...first, lines: [fee, fee, fee] }), 'sta');
    expect(await current()).toHaveLength(3);
    expect(await keyOf(-1)).toHaveLength(3);
  });

  test('with two statements replaces the lines of both accounts', async () => {
    await load(mt940(first) + mt940({ ...first, account: '6200' }), 'sta');
    const shorter = { ...first, lines: first.lines.slice(1) };
    await load(mt940(shorter) + mt940({ ...first, account: '6200', lines: [] }), 'sta');
    expect(await current()).toEqual(['4 40 5140', '5 50 5140']);
  });

  test('takes the opening balance of the evening before for no line of that day', async () => {
    await load(mt940({ from: 2, to: 3, lines: [{ day: 3, amount: 30 }] }), 'sta', 'third');
    await load(mt940({ from: 3, to: 4, lines: [{ day: 4, amount: 40 }], opening: 1030 }), 'sta', 'fourth');
    expect(await current()).toEqual(['3 30 5140', '4 40 5140']);
  });
});

describe('A table of bank lines', () => {
  const rows = ['2026-11-03,A,10,110', '2026-11-04,B,20,130', '2026-11-05,C,30,160', '2026-11-06,D,40,200'];

  test('whose balances continue replaces the days after its first one', async () => {
    await load(table(rows), 'csv');
    await load(table(['2026-11-03,A,10,110', '2026-11-05,C,30,140', '2026-11-06,D,40,180']), 'csv');
    expect(await current()).toEqual(['3 10', '5 30', '6 40']);
    // of its first day the file may have a part only
    await load(table(['2026-11-03,B,10,120', '2026-11-05,C,30,150', '2026-11-06,D,40,190']), 'csv');
    expect(await current()).toEqual(['3 10', '3 10', '5 30', '6 40']);
    expect(await keyOf(30)).toHaveLength(1);
  });

  test('without a proof of its span ends nothing', async () => {
    await load(table(rows), 'csv');
    await load('Date,Description,Amount\n2026-11-03,A,+10\n2026-11-06,E,+1\n', 'csv');
    expect(await current()).toEqual(['3 10', '3 10', '4 20', '5 30', '6 1', '6 40']);
  });

  test('with a rejected row of a day ends nothing of that day', async () => {
    await load(mt940({ from: 3, to: 6, lines: first.lines, account: '1' }), 'sta');
    const rowsOfOne = [
      '2026-11-03,x,+30,1030,1',
      '2026-11-04,x,much,1070,1',
      '2026-11-06,y,+5,1075,1',
      '2026-11-07,z,+5,1080,1',
    ];
    await load(`Date,Description,Amount,Balance,Account No\n${rowsOfOne.join('\n')}\n`, 'csv');
    expect(await current()).toContain('4 40 1');
  });
});

test('Files of accounts that they do not name do not end lines of one another', async () => {
  const header = 'Period,2026-11-03 to 2026-11-06\nDate,Description,Amount\n';
  await load(`${header}2026-11-03,A,+10\n2026-11-04,B,+20\n`, 'csv', 'one-account');
  await load(`${header}2026-11-03,C,+30\n`, 'csv', 'other-account');
  expect(await current()).toEqual(['3 10', '3 30', '4 20']);
  await load(`${header}2026-11-04,B,+20\n`, 'csv', 'one-account-corrected');
  expect(await current()).toEqual(['3 30', '4 20']);
  await load(header, 'csv', 'other-account');
  expect(await current()).toEqual(['4 20']);
});

test('A statement that goes on where another one ended on that day does not end its lines', async () => {
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 30 }] }), 'sta', 'morning');
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 5 }], opening: 1030 }), 'sta', 'afternoon');
  expect(await current()).toEqual(['3 5 5140', '3 30 5140']);
  await load(mt940({ from: 3, to: 3, lines: [{ day: 3, amount: 6 }], opening: 1030 }), 'sta', 'afternoon-corrected');
  expect(await current()).toEqual(['3 6 5140', '3 30 5140']);
});

describe('A person who declares a file to be whole', () => {
  const declare = async (content: string, kind: string, days: [string, string]) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const [first_day, last_day] = days;
    const body = {
      kind,
      sha256,
      file_name: 'x',
      first_day,
      last_day,
      author: 'mei',
      declared_at: '2026-11-20T00:00:00Z',
    };
    const file = landed(JSON.stringify(body), { kind: 'declared_span', source: 'decision', page: null });
    expect(await acme.load(file)).toMatchObject({ status: 'loaded' });
    return file.receipt_id;
  };
  const header = 'Date,Description,Amount\n';

  test('ends the lines that it does not have, also when they declare it afterwards', async () => {
    await load(`${header}2026-11-03,A,+10\n2026-11-04,B,+20\n2026-11-06,D,+40\n`, 'csv');
    const corrected = `${header}2026-11-04,B,+20\n`;
    const file = await load(corrected, 'csv');
    expect(await current()).toEqual(['3 10', '4 20', '6 40']);
    expect(await notes(file)).toEqual([]);
    const declaration = await declare(corrected, 'bank_statement', ['2026-11-03', '2026-11-05']);
    expect(await current()).toEqual(['4 20', '6 40']);
    expect(await acme.rows('select ended_by from core.bank_line where known_to is not null')).toEqual([
      { ended_by: declaration },
    ]);
    expect(await notes(file)).toEqual([expect.stringContaining('does not have it, MYR 10.00 of 3 Nov 2026.')]);
  });

  test('ends nothing of a day of which a later file has lines', async () => {
    const early = `${header}2026-11-04,B,+20\n`;
    await load(early, 'csv', 'early');
    await load(`${header}2026-11-03,A,+10\n2026-11-05,C,+30\n`, 'csv', 'late');
    await declare(early, 'bank_statement', ['2026-11-03', '2026-11-06']);
    expect(await current()).toEqual(['3 10', '4 20', '5 30']);
  });

  test('ends the orders that it does not have, and no order of which it has a row', async () => {
    const columns = 'Order,Placed On,Currency,Amount,Status\n';
    const order = (name: string, day: string, amount = '5.00') =>
      `${name},2026-11-${day}T09:00:00+08:00,MYR,${amount},paid\n`;
    const put = async (rows: string, name = 'orders') => {
      const file = landed(columns + rows, {
        kind: 'orders',
        source: 'files',
        page: null,
        ext: 'csv',
        file_name: `${name}.csv`,
        currency: 'MYR',
        received_at: '2026-11-20T00:00:00.000Z',
      });
      expect(await acme.load(file)).toMatchObject({ status: 'loaded' });
    };
    // another shop has a file of its own, and a line in common with none
    await put(order('X-1', '03'), 'other-shop');
    await put(order('O-1', '03') + order('O-2', '03') + order('O-3', '04') + order('O-4', '05'));
    const corrected = order('O-1', '03') + order('O-3', '05');
    await put(corrected, 'orders-corrected');
    await declare(columns + corrected, 'orders', ['2026-11-03', '2026-11-04']);
    expect(
      await acme.rows(
        'select order_id, day(business_date) as day from core.merchant_order where known_to is null order by order_id',
      ),
    ).toEqual([
      { order_id: 'O-1', day: 3n },
      { order_id: 'O-3', day: 5n },
      { order_id: 'O-4', day: 5n },
      { order_id: 'X-1', day: 3n },
    ]);
  });
});

test('An order that a later file changes is judged again only where the rules see the change', async () => {
  const put = async (amount: string, status: string) => {
    const file = landed(
      `Order,Placed On,Currency,Amount,Status\nO-1,2026-11-03T09:00:00+08:00,MYR,${amount},${status}\n`,
      {
        kind: 'orders',
        source: 'files',
        page: null,
        ext: 'csv',
        file_name: 'orders.csv',
        currency: 'MYR',
        received_at: '2026-11-20T00:00:00.000Z',
      },
    );
    await acme.load(file);
    return file.receipt_id;
  };
  const ended = () => acme.rows('select record_key, receipt_id, is_gone from core.ended_record');
  await put('5.00', 'paid');
  await put('5.00', 'shipped');
  expect(await ended()).toEqual([]);
  const cheaper = await put('4.00', 'shipped');
  expect(await ended()).toContainEqual({ record_key: 'O-1', receipt_id: cheaper, is_gone: false });
});
