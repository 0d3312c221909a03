import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { checkDecisions, type DecideRequest } from '../../../src/reconcile/decision/check-decisions.ts';
import type { DecisionRules } from '../../../src/reconcile/decision/decision.ts';
import { landed } from '../../given/landed.ts';
import { givenRules } from '../../given/rules.ts';

const now = '2026-11-04T02:00:00.000Z';
/** A second approval is needed above 10.00: only for the last of the three items. */
const rules: DecisionRules = {
  reasons: ['other'],
  secondPersonFor: [],
  secondPersonForItems: [],
  isVerifiedRequired: false,
  secondPersonOver: { MYR: '10.00' },
};
const items = ['aaaa0001', 'bbbb0002', 'cccc0003'] as const;

const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  for (const [index, id] of items.entries())
    await acme.execute(
      `insert into recon.item by name
       select 1 as run_id, 'refunds_to_purchases' as reconciliation, 'MYR' as currency, date '2026-11-02' as business_date,
         $id as item_key, $id as break_id, 'orphan_refund' as outcome, 'refund_without_payment' as reason_code, 'It has none.' as reason,
         $amount::decimal(38, 4) as left_amount, -$amount::decimal(38, 4) as right_minus_left`,
      { id, amount: index === 2 ? '10.01' : '10.00' },
    );
});

type Step = { act: 'accept' | 'undo' | 'approve'; item: number; author: string };
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('accept', 'accept', 'undo', 'approve'),
  item: fc.nat({ max: items.length - 1 }),
  author: fc.constantFrom('aida', ' AIDA ', 'ben', 'Chong'),
});

/** A minimal version of the rules: the decision in force on an item, and its author. */
type Held = { id: string; author: string; isWaiting: boolean } | undefined;
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
function expected(held: Held, { act, item, author }: Step): string {
  if (act === 'accept') return held === undefined ? 'accepted' : 'BREAK_DECIDED';
  if (held === undefined) return 'nothing to answer';
  if (act === 'undo') return 'accepted';
  if (item !== 2) return 'APPROVAL_NOT_NEEDED';
  if (!held.isWaiting) return 'APPROVED_ALREADY';
  return same(held.author, author) ? 'SAME_PERSON' : 'accepted';
}

test('In any order of decisions: one decision per item, the approver is never the author, and the state follows the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      await acme.execute('delete from recon.decision');
      const held: Held[] = [];
      for (const one of steps) {
        const before = held[one.item];
        const expectedResult = expected(before, one);
        if (expectedResult === 'nothing to answer') continue;
        const request: DecideRequest =
          one.act === 'accept'
            ? {
                breaks: [items[one.item] ?? ''],
                decision: 'accept',
                reason: 'other',
                note: null,
                author: one.author,
                expiresOn: null,
                evidence: [],
                parts: [],
              }
            : { concerns: before?.id ?? '', decision: one.act, author: one.author, note: null };
        const [outcome] = await checkDecisions(acme.connection, [request], rules, now);
        if (outcome === undefined) throw new Error('a request has an outcome');
        expect('refusal' in outcome ? outcome.refusal.code : 'accepted').toBe(expectedResult);
        if ('refusal' in outcome) continue;
        for (const decision of outcome.decisions)
          await acme.load(landed(JSON.stringify(decision), { source: 'decision', kind: 'decision', received_at: now }));
        if (one.act === 'undo') held[one.item] = undefined;
        else if (one.act === 'approve' && before !== undefined) held[one.item] = { ...before, isWaiting: false };
        else
          held[one.item] = {
            id: outcome.decisions[0]?.decision_id ?? '',
            author: one.author,
            isWaiting: one.item === 2,
          };
      }
      const rows = await acme.derived('select break_id, decision_id, status from recon.decision_now order by break_id');
      expect(rows).toEqual(
        items.flatMap((id, index) => {
          const one = held[index];
          return one === undefined
            ? []
            : [{ break_id: id, decision_id: one.id, status: one.isWaiting ? 'awaiting_approval' : 'accepted' }];
        }),
      );
    }),
    { numRuns: 15, seed: 4 },
  );
});
