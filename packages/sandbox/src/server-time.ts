import type { FastifyInstance } from 'fastify';

/** The clock that a service uses for `Date` headers and for checking signatures. */
export type ServerTime = 'sandbox_clock' | 'machine_clock';

/** Milliseconds since the epoch. */
export const serverTime = (choice: ServerTime, sandboxNow: () => number): (() => number) =>
  choice === 'machine_clock' ? Date.now : sandboxNow;

/** Sets the `Date` header to the service's time, because Node sets it to the machine's time. Call it before other hooks. */
export function sendDateHeader(app: FastifyInstance, now: () => number): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    void reply.header('date', new Date(now()).toUTCString());
    return payload;
  });
}
