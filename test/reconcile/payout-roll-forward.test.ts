import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveDecisions, deriveWithin } from '../../src/warehouse/derive.ts';
import { givenPayoutReadings } from '../given/facts.ts';
import { givenRules } from '../given/rules.ts';
import { isWhole } from '../given/share.ts';
import { daysBefore } from '../given/shop.ts';

const acme = givenRules({}, async () => {});

/** A day by its number from 1 October on. */
const dayOf = (no: number) => daysBefore('2026-09-30', -no);

/** Reads the account on the mornings after these days: the differences from the ledger, in whole units. */
async function givenDifferences(differences: ReadonlyMap<number, number>): Promise<void> {
  for (const table of ['raw.receipt', 'core.payout_account', 'core.payout_movement', 'recon.verdict'])
    await acme.execute(`delete from ${table}`);
  const readings = [...differences].map(([no, difference]) => ({
    day: dayOf(no + 1),
    ledger: String(1_000 + 7 * no),
    difference: String(difference),
  }));
  await givenPayoutReadings(acme.connection, readings);
  await deriveWithin(acme.connection);
}

const lasting = () =>
  acme.lines(`select arose_on, amount::integer, ended_on from core.payout_difference order by arose_on`);

/** The residual and the items of the control of each day in the period, as the control register takes them. */
const bridges = (from: string, to: string) =>
  acme.rows(
    `select business_date::text as day, covers_from::text as since, amount::integer as residual, item_keys as items
     from recon.payout_roll_forward(date '${from}', date '${to}') where is_residual order by business_date`,
  );

/** What the statement of a period does not explain by its lines: its closing less the opening and what moved it. */
async function notExplained(from: string, to: string): Promise<number | undefined> {
  const [row] = await acme.rows(
    `select sum(if(line_code = 'closing', amount, -amount))::integer as amount
     from mart.statement('acme', date '${from}', date '${to}') where statement = 'payout' and part = 'roll_forward'`,
  );
  return row?.amount === null || row === undefined ? undefined : Number(row.amount);
}

test('A difference that lasts is one item with its first day; a change of it is an item of its own, and a return ends it', async () => {
  const byDay = [0, 100, 100, 100, 130, 130, 100, 100, 40, 0, 25];
  await givenDifferences(new Map(byDay.map((difference, at) => [at + 1, difference])));
  expect(await lasting()).toEqual([
    '2026-10-02 100 2026-10-10',
    '2026-10-05 30 2026-10-07',
    '2026-10-09 -60 2026-10-10',
    '2026-10-11 25',
  ]);
  const [october, first, second, third] = ['MYR:', '02', '05', '09'];
  const key = (day: string | undefined) => `${october}2026-10-${day}`;
  expect((await bridges('2026-10-01', '2026-10-12')).map(({ day, residual, items }) => [day, residual, items])).toEqual(
    [
      ['2026-10-01', 0, [key('01')]],
      ['2026-10-02', 100, [key(first)]],
      ['2026-10-03', 100, [key(first)]],
      ['2026-10-04', 100, [key(first)]],
      ['2026-10-05', 130, [key(first), key(second)]],
      ['2026-10-06', 130, [key(first), key(second)]],
      ['2026-10-07', 100, [key(first)]],
      ['2026-10-08', 100, [key(first)]],
      ['2026-10-09', 40, [key(first), key(third)]],
      ['2026-10-10', 0, [key('10')]],
      ['2026-10-11', 25, [key('11')]],
    ],
  );
  const items = `select business_date, item_key, outcome, right_minus_left::integer as amount
     from recon.payout_roll_forward_item(date '2026-10-05', date '2026-10-07') order by 2`;
  const made = [`2026-10-05 ${key(first)} matched 100`, `2026-10-05 ${key(second)} matched 30`];
  expect(await acme.lines(items)).toEqual(made);
  // an item of a day that is not judged now is there already
  await acme.execute(
    `insert into recon.item by name
     select 1 as run_id, 'payout_roll_forward' as reconciliation, 'MYR' as currency, date '2026-10-02' as business_date,
       '${key(first)}' as item_key, 'x' as break_id, 'control_breach' as outcome, '' as reason`,
  );
  expect(await acme.lines(items)).toEqual(made.slice(1));
  await acme.execute('delete from recon.item');
});

test('A difference keeps its item over sixty days, whatever days are judged together', async () => {
  await givenDifferences(new Map(Array.from({ length: 60 }, (_, at) => [at + 1, 100])));
  expect(await lasting()).toEqual(['2026-10-01 100']);
  for (const [from, to] of [
    ['2026-10-01', '2026-10-02'],
    ['2026-10-01', '2026-11-30'],
    ['2026-11-28', '2026-11-29'],
  ] as const)
    expect(new Set((await bridges(from, to)).map(({ items }) => String(items)))).toEqual(new Set(['MYR:2026-10-01']));
});

test('One reading after the period closes its last day, and keeps its item when it closes a later one', async () => {
  await givenDifferences(new Map([[20, 50]]));
  const [closing] = await bridges('2026-10-01', '2026-10-06');
  expect(closing).toEqual({ day: '2026-10-05', since: '0001-01-01', residual: 50, items: ['MYR:2026-10-20'] });
  expect(await bridges('2026-10-06', '2026-10-21')).toMatchObject([{ day: '2026-10-20', items: closing?.items }]);
});

test('A decision is one on the difference that it names, and one of version 0.2.0 on that of its day and amount', async () => {
  // 1.00 arises twice, and a second account changes the name of the accounts
  await givenDifferences(new Map([0, 1, 1, 2, 2].map((difference, at) => [at + 1, difference])));
  await acme.execute(`insert into core.payout_account by name
     select * replace (32 as account_id, 0 as current_balance) from core.payout_account where account_id = 31`);
  const decided = async (item_key: string) => {
    await acme.execute('delete from recon.decision');
    await acme.execute(
      `insert into recon.decision by name
       select 'd' as decision_id, 'old' as break_id, 'payout_roll_forward' as reconciliation, $item_key as item_key,
         'accept' as decision, 'other' as reason_code, 'aida' as author, timestamptz '2026-10-08 09:00:00+08' as decided_at,
         []::text[] as evidence, 'control_breach' as outcome, 1 as right_minus_left, []::text[] as matched_with, false as needs_second,
         0 as receipt_id`,
      { item_key },
    );
    await deriveDecisions(acme.connection);
    return acme.lines('select item_key from recon.decision_state');
  };
  expect(await decided('MYR:2026-10-04')).toEqual(['MYR:2026-10-04']);
  expect(await decided('MYR:2026-10-02')).toEqual(['MYR:2026-10-02']);
  expect(await decided('account 31:2026-10-03')).toEqual(['MYR:2026-10-02']);
  expect(await decided('account 31:2026-10-01')).toEqual(['account 31:2026-10-01']);
  await acme.execute('delete from recon.decision');
});

/** What the day's control shows: the first reading that closes the day or a later one. */
const residualOn = (differences: ReadonlyMap<number, number>, no: number) =>
  [...differences].find(([closes]) => closes >= no)?.[1];

test('Law: what a statement does not explain is the residual of the control on its last day', async () => {
  const readings = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.constantFrom(0, 0, 100, 100, 130, -20)), {
      minLength: 1,
      maxLength: 12,
    })
    .map((read) => new Map([...new Map(read)].sort(([one], [other]) => one - other)));
  const period = fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 1, max: 12 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(readings, period, async (differences, [start, length, isBeforeJudged]) => {
      await givenDifferences(differences);
      const [from, to, last] = [dayOf(start), dayOf(start + length), start + length - 1];
      if (isBeforeJudged)
        await acme.execute(
          `insert into recon.verdict by name select 0 as run_id, 'MYR' as currency, date '${dayOf(start - 1)}' as business_date,
             'reconciled' as verdict, '' as reason, 0 as matched_count, 0 as matched_amount, 0 as break_count, 0 as break_amount,
             0 as timing_count, 0 as timing_amount, 0 as suggested_count, 0 as overdue_count, 0 as rejected_count, 0 as residual`,
        );
      expect(await notExplained(from, to)).toBe(residualOn(differences, last));
      // each day's residual consists of its items
      const sums = await acme.rows(
        `select line.business_date, line.amount::integer as residual, coalesce(sum(lasting.amount), 0)::integer as items
         from (select business_date, amount, unnest(item_keys) as item_key from recon.payout_roll_forward(date '${from}', date '${to}') where is_residual) as line
         left join core.payout_difference as lasting on lasting.item_key = line.item_key
         group by all`,
      );
      for (const { residual, items } of sums) expect(items).toBe(residual);
    }),
    { numRuns: isWhole ? 40 : 6, endOnFailure: true },
  );
});
