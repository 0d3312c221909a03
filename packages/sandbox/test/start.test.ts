import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '../src/clock.ts';
import { startSandbox } from '../src/start.ts';
import { clientsOf } from './harness.ts';
import { accountRecord, envelopeOf } from './payout-records.ts';

it('the convertible balance is the upcoming settlement of the gateway less allocations from it', async () => {
  // Friday 30 October 2026, 08:00 in Malaysia: the settlement that is next at noon is that of the same day
  const clock = createClock({ startAt: Date.parse('2026-10-30T00:00:00Z'), isStill: true });
  const sandbox = await startSandbox({ seed: 5, days: 20, until: '2026-10-29', ordersPerDay: 30, clock });
  onTestFinished(() => sandbox.close());
  const { payout, admin } = clientsOf(sandbox);
  const convertible = async () => {
    const { results } = envelopeOf(accountRecord).parse((await payout('GET', '/send/accounts')).body);
    return results[0]?.convertible_balance_from_statement ?? 0;
  };
  const before = await convertible();
  expect(before).toBeGreaterThan(10);
  await payout('POST', '/send/send_limits', { amount: 10 });
  expect(await convertible()).toBeCloseTo(before - 10, 9);
  // Saturday after noon: the next settlement would be Sunday's, and nothing is settled on Sundays.
  await admin('POST', '/clock', { set: '2026-10-31T05:00:00Z' });
  expect(await convertible()).toBe(0);
});

it('a clock shows the machine’s time, continues from where it is set, or stays there if it is stopped', () => {
  let real = 1_000;
  const running = createClock({ real: () => real });
  expect(running.now()).toBe(1_000);
  running.set(5_000);
  real += 7;
  expect(running.now()).toBe(5_007);
  const still = createClock({ startAt: 90, isStill: true, real: () => real });
  real += 7;
  expect(still.now()).toBe(90);
  still.set(100);
  real += 7;
  expect(still.now()).toBe(100);
});
