import { expect, it } from 'vitest';
import { registerBankAccount } from '../../src/payout/bank-accounts.ts';
import { runDueTasks } from '../../src/payout/due-tasks.ts';
import { createInstruction } from '../../src/payout/instructions.ts';
import { approve, requestAllocation } from '../../src/payout/send-limits.ts';
import { newPayoutWorld } from '../payout-actions.ts';

it('What falls due at the payout service is the same whether the clock runs or is moved', () => {
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
