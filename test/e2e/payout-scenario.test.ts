import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { payoutScenario } from '../../sandbox/src/payout/scenario.ts';
import { startPayout } from '../../sandbox/test/payout-harness.ts';
import { envelopeOf } from '../../sandbox/test/payout-records.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { readMart } from '../given/mart.ts';
import { givenWarehouse } from '../given/warehouse.ts';

const UNTIL = '2026-10-31';
const NEXT_MORNING = Date.parse('2026-10-31T22:00:00Z');
const LISTS = {
  accounts: '/send/accounts',
  send_limits: '/send/send_limits',
  send_instructions: '/send/send_instructions',
  bank_accounts: '/send/bank_accounts',
};

/** Loads every page of every list of the payout service over HTTP and reconciles the whole scenario. */
async function breaksFound(breaks: 'none' | 'services', seed: number) {
  const scenario = payoutScenario({ seed, days: 30, until: UNTIL, zone: 'Asia/Kuala_Lumpur', breaks });
  const payout = await startPayout({ scenario });
  payout.clock.at = NEXT_MORNING;
  const warehouse = await givenWarehouse();
  try {
    await givenCompany(warehouse.connection);
    let knownThrough = 0;
    for (const [kind, path] of Object.entries(LISTS)) {
      for (let page: number | null = 1; page !== null; ) {
        const { text } = await payout.get(`${path}?page=${page}&limit=100`);
        const next: number | null = envelopeOf(z.unknown()).parse(JSON.parse(text)).meta.pagination.next_page;
        const received_at = new Date(NEXT_MORNING).toISOString();
        const file = landed(text, { kind, page, is_last_page: next === null, batch_id: kind, received_at });
        expect(await loadLanded(warehouse.connection, file)).toMatchObject({ status: 'loaded', rejected: 0 });
        knownThrough = file.receipt_id;
        page = next;
      }
    }
    const period = { periodStart: '2026-10-02', periodEnd: '2026-11-01' };
    await reconcile(warehouse.connection, { runId: knownThrough + 1, company: 'acme', ...period, knownThrough });
    const found = await readMart(
      warehouse.connection,
      `select
        reconciliation, outcome, reason_code, currency, business_date::text as business_date,
        regexp_extract(item_key, '(\\d+)(:|$)', 1) as key,
        right_minus_left::decimal(18, 2)::text as amount
      from mart.item
      where outcome <> 'matched' and reconciliation in ('allocations_to_payouts', 'payout_roll_forward')
      order by reconciliation, key`,
    );
    return { found, scenario };
  } finally {
    await warehouse.close();
  }
}

describe('a payout scenario through the service, the warehouse and the reconciliations', () => {
  test('without planted breaks, no break is reported', async () => {
    expect((await breaksFound('none', 7)).found).toEqual([]);
  });

  test('with the standard breaks, exactly those of the ground truth are reported', async () => {
    const { found, scenario } = await breaksFound('services', 7);
    const plantedBreaks = scenario.truth.map(({ note: _, ...rest }) => rest);
    const byKey = (left: { key?: unknown }, right: { key?: unknown }) => Number(left.key) - Number(right.key);
    expect(found.sort(byKey)).toEqual(plantedBreaks.sort(byKey));
  });
});
