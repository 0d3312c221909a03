import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { runDueTasks } from './due-tasks.ts';
import { toDecimal } from './money.ts';
import { approve, findByToken } from './send-limits.ts';
import type { PayoutWorld } from './world.ts';

const tokenParams = z.object({ token: z.string() });

/**
 * The page behind the Approve button of an e-mail, and the page of a receipt. Both are outside the API and need no API
 * headers: anyone with the link can approve. The approval page shows the result.
 */
export function approvalPages(app: FastifyInstance, world: PayoutWorld): void {
  app.get('/approvals/:token', (request, reply) => {
    const { token } = tokenParams.parse(request.params);
    const now = world.now();
    runDueTasks(world, now);
    const outcome = approve(world, token, now);
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (outcome instanceof Error) {
      const isUnknown = findByToken(world, token) === undefined;
      return reply.code(isUnknown ? 404 : 410).send(page(isUnknown ? 'There is no such request' : outcome.message));
    }
    const received = outcome.approvals.filter((approval) => approval.status === 'approved').length;
    const asked = `${outcome.currency} ${toDecimal(outcome.amount)}`;
    return page(`Approved: ${asked}, ${received} of ${outcome.approvalsRequired} approvals received`);
  });

  app.get('/receipts/:slug', (request, reply) => {
    const { slug } = z.object({ slug: z.string() }).parse(request.params);
    void reply.type('text/html; charset=utf-8');
    for (const one of world.state.instructions.values()) {
      if (one.slug === slug && one.state === 'completed') {
        return page(`Sent: ${world.state.account.currency} ${toDecimal(one.amount)}`);
      }
    }
    return reply.code(404).send(page('There is no such receipt'));
  });
}

/** The sentence must not contain a caller's input, because it is not escaped. */
function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${sentence}</title><p>${sentence}</p></html>\n`;
}
