import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDecisions } from '../../../src/reconcile/decision/check-decisions.ts';
import type { DecisionRequest, DecisionRules } from '../../../src/reconcile/decision/decision.ts';
import { readActions } from '../../../src/report/page/causes.ts';
import { deriveDecisions } from '../../../src/warehouse/derive.ts';
import { readWritten } from '../../../src/warehouse/duckdb-values.ts';
import { fillMart } from '../../../src/warehouse/fill-mart.ts';
import { landed } from '../../given/landed.ts';
import { days, givenRules } from '../../given/rules.ts';

/*
 * The limit is MYR 1.00. INV-2 differs by 0.40 and INV-4 by 1.00, which is within it; INV-5 differs by 1.01. Payment INV-3 of 0.50 has no order,
 * so its whole amount is the difference. INV-6 was charged 0.30 too much, and lacks its order of 100.00. The deposit of 0.90 is not due yet;
 * that of 60.00 is 0.50 short, and nobody sent 0.20. SGD has no limit.
 */
const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On';
const statement = `${header}
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00
p2,purchase,INV-2,MYR,50.00,1.00,fpx,paid,2026-11-02 09:10:00
p3,purchase,INV-3,MYR,0.50,1.00,fpx,paid,2026-11-02 09:20:00
p4,purchase,INV-4,MYR,20.00,1.00,fpx,paid,2026-11-02 09:30:00
p5,purchase,INV-5,MYR,30.00,1.00,fpx,paid,2026-11-02 09:40:00
p6,purchase,INV-6,MYR,100.00,1.30,fpx,paid,2026-11-02 09:50:00
d1,custom_payment,PO-1,MYR,0.90,0.00,bank_transfer,paid,2026-11-02 10:00:00
d2,custom_payment,PO-2,MYR,60.00,0.00,bank_transfer,paid,2026-11-02 10:10:00
`;
const ofSingapore = `${header}
s1,purchase,INV-7,SGD,10.00,1.00,fpx,paid,2026-11-02 09:00:00
`;
const orders = `Period,2026-11-01 to 2026-11-02
Order,Reference,Placed On,Amount,Status,Currency
SO-1,INV-1,2026-11-02 08:00:00,100.00,paid,MYR
SO-2,INV-2,2026-11-02 08:00:00,50.40,paid,MYR
SO-4,INV-4,2026-11-02 08:00:00,19.00,paid,MYR
SO-5,INV-5,2026-11-02 08:00:00,31.01,paid,MYR
SO-7,INV-7,2026-11-02 08:00:00,10.10,paid,SGD
`;
const bank = `Statement period,2026-11-01 to 2026-11-02
Date,Description,Reference,Amount,Balance,Currency
2026-11-02,GATEWAY,PO-2,+59.50,559.50,MYR
2026-11-02,TRANSFER,XX,+0.20,559.70,MYR
`;
const company = {
  starts_on: '2026-11-02',
  fees: [{ method: 'fpx', flat: '1.00', percent: '0', minimum: '0' }],
  write_off: [{ currency: 'MYR', limit: '1.00', account: '6990 Rounding', reason: 'rounding' }],
};
const books = { orders: {}, bank: { deposits_are: 'disbursements' } };
const rules: DecisionRules = {
  reasons: ['rounding'],
  secondPersonFor: [],
  secondPersonForItems: [],
  secondPersonOver: {},
  isVerifiedRequired: false,
};
const now = '2026-11-03T02:00:00.000Z';

const acme = givenRules({ currencies: ['MYR', 'SGD'], hasPayout: false, books, changes: company }, async (rules) => {
  const receive = (content: string, facts: Parameters<typeof rules.receive>[1]) =>
    rules.receive(content, { received_at: '2026-11-02T17:00:00Z', ...facts }, { ...company, books });
  await receive(statement, { kind: 'statement', ...days('2026-11-02') });
  await receive(ofSingapore, { kind: 'statement', ...days('2026-11-02'), currency: 'SGD' });
  await receive(orders, { kind: 'orders' });
  await receive(bank, { kind: 'bank_statement' });
  // 300.50 collected, less fees of 6.30 and the disbursements of 60.90
  for (const [day, balance] of Object.entries({ '2026-11-02': 0, '2026-11-03': 23_330, '2026-11-04': 23_330 })) {
    const { window_from: at } = days(day);
    const reading = { kind: 'balance', window_from: at, window_to: at, received_at: at };
    await receive(JSON.stringify({ MYR: { balance, available_balance: balance } }), reading);
  }
  await rules.reconcile('2026-11-02', '2026-11-03');
});

/** A column of what is proposed. */
const proposed = (column: string) =>
  acme.lines(`select ${column} from recon.write_off_proposed order by right_minus_left`);

/** The differences of the breaks of a currency that are open, largest first. */
const open = (currency: string) =>
  acme.martLines(
    `select right_minus_left::decimal(18, 2) from mart.unmatched
     where currency = $currency and right_minus_left <> 0 and status = 'open' order by right_minus_left desc`,
    { currency },
  );

const writeOff = (breaks: string[], changes: Partial<DecisionRequest> = {}): DecisionRequest => ({
  breaks,
  decision: 'write_off',
  reason: 'rounding',
  note: '6990 Rounding: rounding',
  author: 'aida',
  expiresOn: null,
  evidence: [],
  parts: [],
  ...changes,
});

async function decisionsOf(...requests: DecisionRequest[]) {
  const outcomes = await checkDecisions(acme.connection, requests, rules, now);
  return outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
}

describe('Breaks are proposed for write-off', () => {
  test('if their remaining difference is within the limit, whatever the amount of the item', async () => {
    expect(await open('MYR')).toEqual(['100.00', '1.00', '0.50', '0.50', '0.30', '-0.20', '-0.40', '-1.01']);
    expect(await proposed('right_minus_left')).toEqual(['-0.4000', '-0.2000', '0.5000', '0.5000', '1.0000']);
  });

  test('but not in a currency without a limit', async () => {
    expect(await open('SGD')).toEqual(['-0.10']);
    expect(await proposed('currency')).toEqual(Array(5).fill('MYR'));
  });

  test('but not if they are a small part of a larger cause', async () => {
    const [fee] =
      await acme.mart(`select cause.debit::text as debit, cause.credit::text as credit from mart.unmatched as item inner join mart.cause as cause on cause.cause_id = item.cause_id
       where item.right_minus_left = 0.30`);
    expect(fee).toEqual({ debit: '0.3000', credit: '100.0000' });
    expect(await proposed('right_minus_left')).not.toContain('0.3000');
  });

  test('but never if they are outstanding', async () => {
    const timing =
      await acme.mart(`select right_minus_left::decimal(18, 2)::text as amount, write_off_account as account from mart.timing
       where reconciliation = 'bank_to_settlement'`);
    expect(timing).toEqual([{ amount: '0.90', account: null }]);
  });

  test('and reports name the account beside them', async () => {
    for (const view of ['mart.break', 'mart.item', 'mart.unmatched'])
      expect(
        await acme.mart(`select write_off_account as account, count(*)::integer as items, sum(right_minus_left)::text as total
           from ${view} where write_off_account is not null group by all`),
      ).toEqual([{ account: '6990 Rounding', items: 5, total: '1.4000' }]);
  });

  test('and the first actions show them as one action instead of the single causes', async () => {
    await fillMart(acme.connection);
    const actions = await readActions(
      (sql, bound) => readWritten(acme.connection, sql, bound),
      { company: 'acme', to: '2026-11-03' },
      { currency: 'MYR', rates: { SGD: '3.3' } },
    );
    const found = actions.filter(({ outcome }) => outcome === 'write_off');
    expect(found).toHaveLength(1);
    // 0.40 of INV-2 and 0.50 of the deposit are due; 0.50 of INV-3, 1.00 of INV-4 and 0.20 without a transfer are held
    expect(found[0]).toMatchObject({
      currency: 'MYR',
      cause_count: 5n,
      item_count: 5n,
      debit: '0.9000',
      credit: '1.7000',
    });
    const others = actions.filter((row) => row.outcome !== 'write_off' && row.currency === 'MYR');
    expect(others.map(({ debit, credit }) => [debit, credit])).toEqual([
      ['0.3000', '100.0000'],
      ['1.0100', '0.0000'],
    ]);
  });

  test('but not if they have no difference, such as a wrong status', async () => {
    const change = (difference: string) =>
      acme.execute(`update recon.item set right_minus_left = ${difference} where left_amount = 50.40`);
    await change('0');
    expect(await proposed('right_minus_left')).toEqual(['-0.2000', '0.5000', '0.5000', '1.0000']);
    await change('-0.40');
  });

  test('up to the limit exactly, by the absolute amount', async () => {
    const limit = (value: string) =>
      acme.execute(
        `update core.company_setting set value = json_merge_patch(value, '{"limit": "${value}"}') where name = 'write_off'`,
      );
    await limit('0.4999');
    expect(await proposed('right_minus_left')).toEqual(['-0.4000', '-0.2000']);
    await limit('0.19');
    expect(await proposed('right_minus_left')).toEqual([]);
    await limit('1.00');
  });
});

describe('A write-off', () => {
  test('has the account of the limit if it is within the limit, and no account otherwise', async () => {
    const [larger] = await acme.rows('select break_id from recon.item where right_minus_left = -1.01');
    const ids = await proposed('break_id');
    const decisions = await decisionsOf(writeOff(ids), writeOff([String(larger?.break_id)]));
    expect(decisions.map(({ account }) => account ?? null)).toEqual([...Array(5).fill('6990 Rounding'), null]);
    expect(decisions.every(({ matched_with: others }) => others.length === 0)).toBe(true);
    const [explained] = await decisionsOf(writeOff(ids.slice(0, 1), { decision: 'explain' }));
    expect(explained?.account).toBeUndefined();
  });

  test('of all proposals leaves none, and the statement shows it on its effective day', async () => {
    const ids = await proposed('break_id');
    for (const decision of await decisionsOf(writeOff(ids, { effectiveOn: '2026-11-03' })))
      await acme.load(landed(JSON.stringify(decision), { source: 'decision', kind: 'decision', received_at: now }));
    await acme.reconcile('2026-11-02', '2026-11-03');
    expect(await acme.mart('from recon.write_off_proposed')).toEqual([]);
    const written = `select account, count(*)::integer as items, sum(right_minus_left)::text as total
      from mart.decision where is_in_force and decision = 'write_off' group by account`;
    expect(await acme.mart(written)).toEqual([{ account: '6990 Rounding', items: 5, total: '1.4000' }]);
    const ended = `select statement, part, account, ended_on::text as ended_on, count(*)::integer as items, sum(amount)::text as total
      from mart.composition where ended_by = 'written_off' group by all order by all`;
    const found = { account: '6990 Rounding', ended_on: '2026-11-03' };
    expect(await acme.mart(ended)).toEqual([
      { ...found, statement: 'deposits', part: 'in_transit', items: 1, total: '0.5000' },
      { ...found, statement: 'deposits', part: 'unidentified', items: 1, total: '0.2000' },
      // the gateway has what the books lack, so the sign is that of the books less the gateway
      { ...found, statement: 'gateway', part: 'reconciling', items: 3, total: '-1.1000' },
    ]);
    const lines = (from: string, to: string) =>
      acme.martLines(`select statement, part, kind, amount, item_count
        from mart.statement('acme', date '${from}', date '${to}') where line_code = 'written_off'`);
    expect(await lines('2026-11-02', '2026-11-03')).toEqual([]);
    expect(await lines('2026-11-03', '2026-11-04')).toEqual([
      'deposits roll_forward -0.5000 1',
      // the bank has 0.20 that the books lack: 0.50 - 0.20
      'deposits written_off 6990 Rounding 0.3000 2',
      'gateway written_off 6990 Rounding -1.1000 3',
    ]);
  });
});

test('Law: a decision made later and effective earlier gives the statements that one made at once would have given', async () => {
  const item = `select break_id from recon.item where currency = 'MYR' and outcome in ('missing_left', 'missing_right', 'amount_differs')`;
  const ids = (await acme.rows(`${item} order by break_id`)).map((row) => String(row.break_id));
  const statements = async () => {
    const periods = ['2026-11-02', '2026-11-03', '2026-11-05', '2026-11-09'];
    const found: string[][] = [];
    for (const [at, from] of periods.slice(0, -1).entries())
      for (const to of periods.slice(at + 1))
        found.push(
          await acme.lines(
            `select '${from}' as first_day, '${to}' as day_after, * from mart.statement('acme', date '${from}', date '${to}')`,
          ),
        );
    return found;
  };
  const decided = async (at: string, id: string, effective_on: string | null) => {
    await acme.execute('delete from recon.decision');
    await acme.execute(
      `insert into recon.decision by name
       select 'd' as decision_id, break_id, reconciliation, item_key, 'accept' as decision, 'rounding' as reason_code, 'aida' as author,
         $at::timestamptz as decided_at, $effective_on::date as effective_on, []::text[] as evidence, outcome, left_amount, right_amount,
         right_minus_left, []::text[] as matched_with, false as needs_second, 0 as receipt_id
       from recon.item where break_id = $id`,
      { at, id, effective_on },
    );
    await deriveDecisions(acme.connection);
    return statements();
  };
  const choice = fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 2, max: 8 }), fc.integer({ min: 0, max: 60 }));
  await fc.assert(
    fc.asyncProperty(choice, async ([id, day, later]) => {
      const effective = `2026-11-0${day}`;
      const typed = new Date(Date.parse(`${effective}T04:00:00Z`) + later * 86_400_000).toISOString();
      // a decision of an earlier version has no effective day, and counts from the day on which it was made
      const atOnce = await decided(`${effective}T04:00:00Z`, id, null);
      expect(await decided(typed, id, effective)).toEqual(atOnce);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
