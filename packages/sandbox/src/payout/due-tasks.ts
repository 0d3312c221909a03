import { decideBankAccount } from './bank-accounts.ts';
import { advanceInstruction } from './instructions.ts';
import { expireIfPending } from './send-limits.ts';
import type { Task } from './state.ts';
import type { PayoutWorld } from './world.ts';

const DUTIES: Record<Task['kind'], (world: PayoutWorld, id: number, now: number) => void> = {
  expire_send_limit: expireIfPending,
  decide_bank_account: decideBankAccount,
  advance_instruction: advanceInstruction,
};

/**
 * Runs all tasks due at an instant in order of time, each as of its due time. Moving the clock by thirty days therefore
 * gives the same records as letting it run for thirty days.
 */
export function runDueTasks(world: PayoutWorld, now: number): void {
  for (let task = takeNext(world.state.tasks, now); task !== undefined; task = takeNext(world.state.tasks, now)) {
    world.changed();
    DUTIES[task.kind](world, task.id, task.at);
  }
}

function takeNext(tasks: Task[], now: number): Task | undefined {
  let first = -1;
  for (const [index, task] of tasks.entries()) {
    if (task.at <= now && (first < 0 || task.at < (tasks[first]?.at ?? 0))) first = index;
  }
  return first < 0 ? undefined : tasks.splice(first, 1)[0];
}
