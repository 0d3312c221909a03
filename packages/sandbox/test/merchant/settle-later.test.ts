import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '../../src/clock.ts';
import { startSandbox } from '../../src/start.ts';
import { clientsOf } from '../harness.ts';

/** Friday 30 October 2026, 08:00 in Malaysia; the scenario has ended the evening before. */
const MORNING = Date.parse('2026-10-30T00:00:00Z');

it('open settlements follow the moved clock: less allocations, at the bank and in the balance', async () => {
  const clock = createClock({ startAt: MORNING, isStill: true });
  const scenario = { seed: 5, days: 14, until: '2026-10-29', ordersPerDay: 30, breaks: 'none' as const };
  const sandbox = await startSandbox({ ...scenario, clock });
  onTestFinished(() => sandbox.close());
  const { gateway, admin } = clientsOf(sandbox);
  const moveClock = (to: object) => admin('POST', '/clock', to);
  const balance = async () => (await gateway('GET', '/account/json/balance/?currency=SGD')).body.SGD.balance;
  /** The deposits in SGD since the scenario has ended, as cells. */
  const deposits = async () => {
    const { text } = await admin('GET', '/merchant/bank.csv?from=2026-10-30&to=2026-12-01');
    const lines = text.split('\r\n').map((line) => line.split(','));
    return lines.filter((cells) => cells.includes('SGD'));
  };
  const days = async () => (await deposits()).map(([day]) => day);
  const before = await balance();
  expect(await days()).toEqual([]);

  await moveClock({ set: '2026-10-30T03:59:59Z' });
  expect(await days()).toEqual([]);
  await moveClock({ set: '2026-10-30T04:00:00Z' });
  expect(await days()).toEqual(['2026-10-30']);

  await moveClock({ advance: 'P14D' });
  // Wednesday's and Thursday's takings come on Friday and on Monday, and nothing is left
  expect(await days()).toEqual(['2026-10-30', '2026-11-02']);
  const all = await deposits();
  const deposited = all.reduce((sum, [, , , amount]) => sum + Math.round(Number(amount) * 100), 0);
  expect(await balance()).toBe(before - deposited);

  await moveClock({ advance: 'P1D' });
  expect(await deposits()).toEqual(all);
});
