import { expect, test } from 'vitest';
import { givenPayoutReadings } from '../given/facts.ts';
import { givenRules } from '../given/rules.ts';
import { daysBefore } from '../given/shop.ts';

const acme = givenRules();

/** A day by its number from 1 October on. */
const dayOf = (no: number) => daysBefore('2026-09-30', -no);

/** The account is out by 100 for forty days, and by 130 from then on. */
const differenceOn = (no: number) => (no <= 40 ? '100' : '130');

/** The morning after a day: the account is read, and the day is reconciled. */
async function morningAfter(no: number): Promise<void> {
  for (const table of ['raw.receipt', 'core.payout_account', 'core.payout_movement'])
    await acme.execute(`delete from ${table}`);
  const readings = Array.from({ length: no }, (_, at) => ({
    ...{ day: dayOf(at + 2), ledger: String(1_000 + 7 * at), difference: differenceOn(at + 1) },
  }));
  await givenPayoutReadings(acme.connection, readings);
  // the ledger was read with the accounts
  await acme.execute(
    `insert into raw.receipt by name select * replace ('send_limits' as kind, receipt_id + 1000000 as receipt_id) from raw.receipt`,
  );
  await acme.judge(['payout_roll_forward'], dayOf(no), dayOf(no + 1));
}

const open = () =>
  acme.lines(
    `select business_date, amount::integer, break_id from recon.break_life
     where reconciliation = 'payout_roll_forward' and closed_on is null order by business_date`,
  );

const control = (no: number) =>
  acme.lines(
    `select state, is_decided, difference::integer, if(state = 'not_made', reason, null) from recon.control
     where control = 'payout_roll_forward' and business_date = '${dayOf(no)}'`,
  );

async function accept(break_id: string): Promise<void> {
  await acme.execute(
    `insert into recon.decision by name
     select break_id as decision_id, break_id, reconciliation, item_key, outcome, left_amount, right_amount, right_minus_left,
       'accept' as decision, 'other' as reason_code, 'aida' as author, timestamptz '2026-10-11 09:00:00+08' as decided_at,
       []::text[] as evidence, []::text[] as matched_with, false as needs_second, 0 as receipt_id
     from recon.item where break_id = $break_id`,
    { break_id },
  );
  // as a new receipt of a decision would
  await acme.execute("delete from main.made_with where part = 'decided'");
}

test('Over sixty mornings a difference is one item, decided once; its change is news, and is decided by itself', async () => {
  await morningAfter(1);
  const [first = ''] = await open();
  expect(first).toMatch(/^2026-10-01 100 /);
  const id = first.split(' ')[2] ?? '';
  for (let no = 2; no <= 60; no += 1) {
    if (no === 11) await accept(id);
    await morningAfter(no);
    const items = await open();
    expect({ no, first: items[0] }).toEqual({ no, first });
    expect({ no, items: items.length }).toEqual({ no, items: no <= 40 ? 1 : 2 });
    expect({ no, control: await control(no) }).toEqual({
      no,
      control: [`out_of_balance ${no > 10 && no <= 40} ${differenceOn(no)}`],
    });
  }
  expect((await open())[1]).toMatch(/^2026-11-10 30 /);
  const [news = ''] = (await open()).slice(1);
  await accept(news.split(' ')[2] ?? '');
  await morningAfter(61);
  expect(await control(61)).toEqual(['out_of_balance true 130']);
});
