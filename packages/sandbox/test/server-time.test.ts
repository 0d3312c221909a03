import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../src/start.ts';
import { clientsOf } from './harness.ts';

const DAY = 86_400_000;

const daysAhead = ({ headers }: { headers: Headers }) =>
  Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / DAY) || 0;

it.each([
  ['Date headers and signatures follow the moved clock', {}, 30, 401, 200],
  ['by choice, they follow the machine’s clock', { serverTime: 'machine_clock' as const }, 0, 200, 401],
])('%s', async (_what, choices, ahead, ofMachine, ofSandbox) => {
  const scenario = { seed: 1, days: 1, until: '2026-11-18', ordersPerDay: 1 };
  const sandbox = await startSandbox({ ...scenario, gateway: choices, payout: choices });
  onTestFinished(() => sandbox.close());
  const { gateway, payout, admin } = clientsOf(sandbox);
  sandbox.clock.set(Date.now() + 30 * DAY);
  expect(daysAhead(await gateway('GET', '/public_key/'))).toBe(ahead);
  for (const [time, status] of [[Date.now(), ofMachine] as const, [sandbox.clock.now(), ofSandbox] as const]) {
    const answer = await payout('GET', '/send/accounts', undefined, time);
    expect([answer.status, daysAhead(answer)]).toEqual([status, ahead]);
  }
  const side = ahead === 0 ? 'after' : 'before';
  const reason = new RegExp(`^the epoch is 259\\d{4} s ${side} the server's time; 30 s are allowed$`);
  const refused = await admin('GET', '/requests?status=401');
  expect(refused.body).toMatchObject([{ reason: expect.stringMatching(reason) }]);
});
