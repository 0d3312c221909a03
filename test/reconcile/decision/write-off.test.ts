import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDecisions } from '../../../src/reconcile/decision/check-decisions.ts';
import type { DecisionRequest, DecisionRules } from '../../../src/reconcile/decision/decision.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import { execute, readRows } from '../../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../../given/landed.ts';
import { readMart } from '../../given/mart.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

/*
 * The limit is MYR 1.00. INV-2 differs by 0.40 and INV-4 by 1.00, which is within it; INV-5 differs by 1.01. Payment INV-3 of 0.50 has no order,
 * so its whole amount is the difference. INV-6 was charged 0.30 too much, and lacks its order of 100.00. The deposit of 0.90 is not due yet.
 * SGD has no limit.
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
`;
const company = {
  starts_on: '2026-11-02',
  fees: [{ method: 'fpx', flat: '1.00', percent: '0', minimum: '0' }],
  write_off: [{ currency: 'MYR', limit: '1.00', account: '6990 Rounding', reason: 'rounding' }],
};
const books = {
  orders: { aliases: {}, ignore: [], statuses: { paid: [], not_paid: [] } },
  bank: { aliases: {}, ignore: [], deposits_are: 'disbursements' },
};
const rules: DecisionRules = {
  reasons: ['rounding'],
  secondPersonFor: [],
  secondPersonForItems: [],
  secondPersonOver: {},
  isVerifiedRequired: false,
};
const now = '2026-11-03T02:00:00.000Z';

let warehouse: Warehouse;
let runId = 9_800_000;

async function judge(): Promise<void> {
  runId += 1;
  await reconcile(warehouse.connection, {
    runId,
    company: 'acme',
    periodStart: '2026-11-02',
    periodEnd: '2026-11-03',
    knownThrough: 1_000_000,
  });
}

beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection, ['MYR', 'SGD'], false, books, company);
  const window = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z' };
  const received_at = '2026-11-02T17:00:00Z';
  const file = { source: 'files', ext: 'csv', page: null, is_last_page: null, received_at };
  for (const given of [
    landed(statement, { kind: 'statement', ...window, currency: 'MYR', received_at }),
    landed(ofSingapore, { kind: 'statement', ...window, currency: 'SGD', received_at }),
    landed(orders, { kind: 'orders', ...file }),
    landed(bank, { kind: 'bank_statement', ...file }),
    // 300.50 collected, less fees of 6.30 and the disbursement of 0.90
    ...Object.entries({ '2026-11-02': 0, '2026-11-03': 29_330, '2026-11-04': 29_330 }).map(([day, balance]) => {
      const at = new Date(Date.parse(`${day}T00:00:00+08:00`)).toISOString();
      const reading = { kind: 'balance', window_from: at, window_to: at, received_at: at };
      return landed(JSON.stringify({ MYR: { balance, available_balance: balance } }), reading);
    }),
  ])
    expect(await loadLanded(warehouse.connection, given, { ...company, books })).toMatchObject({ status: 'loaded' });
  await judge();
});
afterAll(() => warehouse.close());

const proposed = () =>
  readRows(
    warehouse.connection,
    `select currency, right_minus_left, account, break_id from recon.write_off_proposed order by right_minus_left`,
  );

/** The differences of the breaks of a currency that are open, largest first. */
const open = async (currency: string) =>
  (
    await readMart(
      warehouse.connection,
      `select right_minus_left::decimal(18, 2)::text as amount from mart.unmatched
       where currency = $currency and right_minus_left <> 0 and status = 'open' order by right_minus_left desc`,
      { currency },
    )
  ).map(({ amount }) => String(amount));

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
  const outcomes = await checkDecisions(warehouse.connection, requests, rules, now);
  return outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
}

describe('Breaks are proposed for write-off', () => {
  test('if their remaining difference is within the limit, whatever the amount of the item', async () => {
    expect(await open('MYR')).toEqual(['100.00', '1.00', '0.50', '0.30', '-0.40', '-1.01']);
    expect((await proposed()).map(({ right_minus_left: amount }) => String(amount))).toEqual([
      '-0.4000',
      '0.5000',
      '1.0000',
    ]);
  });

  test('but not in a currency without a limit', async () => {
    expect(await open('SGD')).toEqual(['-0.10']);
    expect((await proposed()).map(({ currency }) => currency)).toEqual(['MYR', 'MYR', 'MYR']);
  });

  test('but not if they are a small part of a larger cause', async () => {
    const [fee] = await readMart(
      warehouse.connection,
      `select cause.debit::text as debit, cause.credit::text as credit from mart.unmatched as item inner join mart.cause as cause on cause.cause_id = item.cause_id
       where item.right_minus_left = 0.30`,
    );
    expect(fee).toEqual({ debit: '0.3000', credit: '100.0000' });
    expect((await proposed()).map(({ right_minus_left: amount }) => String(amount))).not.toContain('0.3000');
  });

  test('but never if they are outstanding', async () => {
    const timing = await readMart(
      warehouse.connection,
      `select right_minus_left::decimal(18, 2)::text as amount, write_off_account as account from mart.timing
       where reconciliation = 'bank_to_settlement'`,
    );
    expect(timing).toEqual([{ amount: '0.90', account: null }]);
  });

  test('and reports name the account beside them', async () => {
    for (const view of ['mart.break', 'mart.item', 'mart.unmatched'])
      expect(
        await readMart(
          warehouse.connection,
          `select write_off_account as account, count(*)::integer as items, sum(right_minus_left)::text as total
           from ${view} where write_off_account is not null group by all`,
        ),
      ).toEqual([{ account: '6990 Rounding', items: 3, total: '1.1000' }]);
  });

  test('up to the limit exactly, by the absolute amount', async () => {
    const limit = (value: string) =>
      execute(
        warehouse.connection,
        `update core.company_setting set value = json_merge_patch(value, '{"limit": "${value}"}') where name = 'write_off'`,
      );
    await limit('0.4999');
    expect((await proposed()).map(({ right_minus_left: amount }) => String(amount))).toEqual(['-0.4000']);
    await limit('0.39');
    expect(await proposed()).toEqual([]);
    await limit('1.00');
  });
});

describe('A write-off', () => {
  test('has the account of the limit if the limit includes it, and no account otherwise', async () => {
    const rows = await proposed();
    const [larger] = await readRows(
      warehouse.connection,
      'select break_id from recon.item where right_minus_left = -1.01',
    );
    const ids = rows.map(({ break_id: id }) => String(id));
    const decisions = await decisionsOf(writeOff(ids), writeOff([String(larger?.break_id)]));
    expect(decisions.map(({ account }) => account ?? null)).toEqual([
      '6990 Rounding',
      '6990 Rounding',
      '6990 Rounding',
      null,
    ]);
    expect(decisions.every(({ matched_with: others }) => others.length === 0)).toBe(true);
    const [explained] = await decisionsOf(writeOff(ids.slice(0, 1), { decision: 'explain' }));
    expect(explained?.account).toBeUndefined();
  });

  test('of all that is proposed ends the proposals, and the statement has it on the day of the decision', async () => {
    const ids = (await proposed()).map(({ break_id: id }) => String(id));
    for (const decision of await decisionsOf(writeOff(ids)))
      await loadLanded(
        warehouse.connection,
        landed(JSON.stringify(decision), { source: 'decision', kind: 'decision', received_at: now }),
      );
    await judge();
    expect(await readMart(warehouse.connection, 'from recon.write_off_proposed')).toEqual([]);
    const written = `select account, count(*)::integer as items, sum(right_minus_left)::text as total
      from mart.decision where is_in_force and decision = 'write_off' group by account`;
    expect(await readMart(warehouse.connection, written)).toEqual([
      { account: '6990 Rounding', items: 3, total: '1.1000' },
    ]);
    const ended = `select account, ended_by, ended_on::text as ended_on, count(*)::integer as items, sum(amount)::text as total
      from mart.composition where ended_by = 'written_off' group by all`;
    expect(await readMart(warehouse.connection, ended)).toEqual([
      // the gateway has what the books lack, so the sign is that of the books less the gateway
      { account: '6990 Rounding', ended_by: 'written_off', ended_on: '2026-11-03', items: 3, total: '-1.1000' },
    ]);
    const lines = (from: string, to: string) =>
      readMart(
        warehouse.connection,
        `select kind, amount, item_count::integer as items from mart.statement('acme', date '${from}', date '${to}') where part = 'written_off'`,
      );
    expect(await lines('2026-11-02', '2026-11-03')).toEqual([]);
    expect(await lines('2026-11-03', '2026-11-04')).toEqual([{ kind: '6990 Rounding', amount: '-1.1000', items: 3 }]);
  });
});
