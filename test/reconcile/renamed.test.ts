import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renamedReconciliations } from '../../src/config/renamed-keys.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { allocation, charge, page, payoutAccount } from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();
/** The id of an item as version 0.1.0 computed it. */
const idOf = (reconciliation: string, itemKey: string) =>
  createHash('md5').update(`${reconciliation}|acme|${itemKey}`).digest('hex');

const at = '2026-11-02T01:00:00.000Z';

test('a renamed reconciliation keeps the ids of its items, so that decisions of 0.1.0 stay attached', async () => {
  const times = { created_at: at, updated_at: at };
  const limits = [allocation(7, { ...times, from_settlement: '2026-11-02', approvals_received: 1 }), charge(8, times)];
  for (const [kind, results] of Object.entries({
    accounts: [payoutAccount()],
    send_instructions: [],
    send_limits: limits,
  }))
    await acme.receive(page(results), { kind, received_at: '2026-11-04T00:00:00.000Z' });
  await acme.find(['allocation_lifecycle', 'allocations_to_payouts'], '2026-11-02', '2026-11-03');
  const ids = await acme.rows(`select reconciliation, break_id from recon.item
     where reconciliation in ('allocation_lifecycle', 'allocations_to_payouts') order by reconciliation`);
  expect(ids).toEqual([
    { reconciliation: 'allocation_lifecycle', break_id: idOf('send_limit_lifecycle', 'send_limit:7') },
    { reconciliation: 'allocations_to_payouts', break_id: idOf('send_limits_to_instructions', 'ledger:8') },
  ]);

  await acme.execute(
    `insert into recon.decision by name
     select 'd1' as decision_id, $break_id as break_id, 'send_limit_lifecycle' as reconciliation,
       'send_limit:7' as item_key, 'explain' as decision, 'other' as reason_code, 'aida' as author, timestamptz '2026-11-03' as decided_at,
       [] as evidence, 'control_breach' as outcome, [] as matched_with, false as needs_second, 0 as receipt_id`,
    { break_id: idOf('send_limit_lifecycle', 'send_limit:7') },
  );
  expect(await acme.mart('select reconciliation, break_id from mart.decision')).toEqual([
    { reconciliation: 'allocation_lifecycle', break_id: idOf('send_limit_lifecycle', 'send_limit:7').slice(0, 12) },
  ]);
});

test('the configuration accepts every former name', async () => {
  const former = (await reconciliations()).flatMap((one) =>
    one.former === undefined ? [] : [[one.former, one.name] as const],
  );
  expect(Object.fromEntries(former)).toEqual(renamedReconciliations);
});
