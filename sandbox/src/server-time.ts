import type { FastifyInstance } from 'fastify';

/** Which time a service shows in `Date` headers and compares signatures with. */
export type ServerTime = 'sandbox_clock' | 'machine_clock';

/** Milliseconds since the epoch. */
export const serverTime = (choice: ServerTime, sandboxNow: () => number): (() => number) =>
  choice === 'machine_clock' ? Date.now : sandboxNow;

/** Puts the service's time in every answer: Node's own `Date` header always has the machine's. Call it before other hooks. */
export function sendDateHeader(app: FastifyInstance, now: () => number): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    void reply.header('date', new Date(now()).toUTCString());
    return payload;
  });
}
