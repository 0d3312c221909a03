import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerBankAccount } from '../../src/payout/bank-accounts.ts';
import { runDueTasks } from '../../src/payout/due-tasks.ts';
import { createInstruction } from '../../src/payout/instructions.ts';
import { approve, requestAllocation } from '../../src/payout/send-limits.ts';
import { balanceOf, convertibleAt } from '../../src/payout/world.ts';
import { act, balanceFromRecords, newPayoutWorld, payoutAction } from '../payout-actions.ts';

describe('the payout balance', () => {
  it('equals approved allocations less payouts, fees and verifications, in any order of events', () => {
    const seen = { sends: 0, approved: 0, rejected: 0 };
    fc.assert(
      fc.property(
        fc.array(payoutAction, { minLength: 40, maxLength: 120 }),
        fc.constantFrom('staging' as const, 'production' as const),
        fc.constantFrom('released' as const, 'kept_debited' as const),
        (actions, mode, rejected) => {
          const { world, clock } = newPayoutWorld({ mode, rejectedInstruction: rejected });
          for (const [step, one] of actions.entries()) {
            clock.at += one.minutes * 60_000;
            runDueTasks(world, clock.at);
            const before = balanceOf(world.state);
            if (act(world, one, step) !== 200) expect(balanceOf(world.state)).toBe(before);
            expect(balanceOf(world.state)).toBe(balanceFromRecords(world));
            expect(convertibleAt(world, clock.at)).toBeGreaterThanOrEqual(0n);
          }
          for (const row of world.state.sendLimits.values()) {
            expect(row.netAmount).toBe(row.amount - row.fee);
            if (row.status === 'approved') seen.approved += 1;
          }
          for (const one of world.state.instructions.values()) {
            seen.sends += 1;
            if (one.state === 'rejected') seen.rejected += 1;
          }
        },
      ),
      // the same actions each time: how much they reach is not left to chance
      { numRuns: 80, seed: 20_261_014 },
    );
    // The law is worth nothing where nothing happened.
    expect(Math.min(seen.approved, seen.sends)).toBeGreaterThan(30);
    expect(seen.rejected).toBeGreaterThan(5);
  });

  it('is the same whether the clock runs or is moved', () => {
    const run = (steps: number[]) => {
      const { world, clock } = newPayoutWorld({ mode: 'production' });
      registerBankAccount(world, { account_number: '1', bank_code: 'MBBEMYKL', name: 'n', reference: 'b' }, clock.at);
      requestAllocation(world, 50_000n, clock.at);
      for (const { approveUrl } of world.state.outbox) approve(world, approveUrl.split('/').at(-1) ?? '', clock.at);
      requestAllocation(world, 1_000n, clock.at);
      runDueTasks(world, clock.at + 10_000);
      const body = { bank_account_id: 701, amount: '9.00', email: 'a@b.example', description: 'p', reference: 'r' };
      createInstruction(world, body, clock.at + 10_000);
      for (const hours of steps) {
        clock.at += hours * 3_600_000;
        runDueTasks(world, clock.at);
      }
      const rows = [...world.state.sendLimits.values()].map((row) => [row.status, row.updatedAt, row.netAmount]);
      return [rows, [...world.state.instructions.values()].map((one) => [one.state, one.updatedAt])];
    };
    expect(run([720])).toEqual(run(Array.from({ length: 720 }, () => 1)));
  });
});
