import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { timestamp } from '../payout/answers.ts';

/** The sandbox's clock, which the admin API can move. Times are milliseconds since the epoch. */
export type MovableClock = {
  now(): number;
  /** Moves the clock to an instant. */
  set(at: number): void;
};

const instant = z.string().transform((text, context) => {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    context.addIssue('not an instant such as 2026-11-19T04:00:00Z');
    return z.NEVER;
  }
});

const duration = z.string().transform((text, context) => {
  try {
    return Temporal.Duration.from(text);
  } catch {
    context.addIssue('not a duration such as P30D or PT90M');
    return z.NEVER;
  }
});

const move = z.union([z.strictObject({ set: instant }), z.strictObject({ advance: duration })]);

/** GET /clock; POST /clock `{advance: "P30D"}` or `{set: "2026-11-19T04:00:00Z"}`. The POST also runs the due tasks. */
export function clockRoutes(
  app: FastifyInstance,
  { clock, catchUp }: { clock: MovableClock; catchUp: () => Promise<void> },
): void {
  const reading = () => ({ now: timestamp(clock.now()) });
  app.get('/clock', reading);
  app.post('/clock', async (request) => {
    const asked = move.parse(request.body);
    clock.set('set' in asked ? asked.set : later(clock.now(), asked.advance));
    await catchUp();
    return reading();
  });
}

function later(at: number, by: Temporal.Duration): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').add(by).epochMilliseconds;
}
