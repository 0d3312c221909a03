import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bankAccountAnswer, instructionAnswer, sendLimitAnswer } from '../payout/answers.ts';
import { settleBankAccount } from '../payout/bank-accounts.ts';
import { moveInstruction } from '../payout/instructions.ts';
import { recordOf } from '../payout/routes.ts';
import { approve } from '../payout/send-limits.ts';
import type { RunningPayoutService } from '../payout/start.ts';
import { recipientOf } from '../payout/world.ts';

const reason = z.string().max(65_535).nullable().default(null);
export const bankAccountMove = z.object({ status: z.string().min(1), rejection_reason: reason });
const instructionMove = z.object({ state: z.string().min(1), rejection_reason: reason });

/**
 * Actions that the payout service does not offer to merchants: approve for all approvers, decide on a recipient, set an
 * instruction to any state (also an unknown one), restrict the key's permission, list the webhook deliveries.
 */
export function payoutRoutes(app: FastifyInstance, payout: Pick<RunningPayoutService, 'world' | 'catchUp'>): void {
  const { world } = payout;
  const { state } = world;
  app.post('/payout/send_limits/:id/approve', async (request) => {
    const row = recordOf(state.sendLimits, request.params);
    for (const { token } of row.approvals) {
      const outcome = approve(world, token, world.now());
      if (outcome instanceof Error) throw outcome;
    }
    await payout.catchUp();
    return sendLimitAnswer(row);
  });
  app.post('/payout/bank_accounts/:id', async (request) => {
    const account = recordOf(state.bankAccounts, request.params);
    const { status, rejection_reason } = bankAccountMove.parse(request.body);
    settleBankAccount(world, account, status, rejection_reason, world.now());
    await payout.catchUp();
    return bankAccountAnswer(account);
  });
  app.post('/payout/send_instructions/:id', async (request) => {
    const instruction = recordOf(state.instructions, request.params);
    const asked = instructionMove.parse(request.body);
    // no later task may change the state that was set
    state.tasks = state.tasks.filter((task) => task.kind !== 'advance_instruction' || task.id !== instruction.id);
    moveInstruction(world, instruction, asked.state, world.now(), asked.rejection_reason);
    await payout.catchUp();
    return instructionAnswer(instruction, recipientOf(state, instruction), world.origin());
  });
  app.post('/payout/permission', (request) => {
    state.permission = z.object({ permission: z.enum(['all', 'read_only']) }).parse(request.body).permission;
    return { permission: state.permission };
  });
  app.get('/payout/deliveries', () => state.deliveries);
}
