import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createClock } from '../../src/clock.ts';
import { startSandbox } from '../../src/start.ts';

/** Friday 30 October 2026, 08:00 in Malaysia; the scenario has ended the evening before. */
const MORNING = Date.parse('2026-10-30T00:00:00Z');

it('open settlements follow the moved clock: less allocations, at the bank and in the balance', async () => {
  const clock = createClock({ startAt: MORNING, isStill: true });
  const scenario = { seed: 5, days: 14, until: '2026-10-29', ordersPerDay: 30, breaks: 'none' as const };
  const sandbox = await startSandbox({ ...scenario, clock });
  onTestFinished(() => sandbox.close());
  const admin = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${sandbox.adminToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.adminUrl}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.text();
  };
  const balance = async () => {
    const headers = { authorization: `Bearer ${sandbox.gatewaySecretKey}` };
    const answer = await fetch(`${sandbox.gatewayUrl}/account/json/balance/?currency=SGD`, { headers });
    return z.object({ SGD: z.object({ balance: z.int() }) }).parse(await answer.json()).SGD.balance;
  };
  const sgd = async () => {
    const lines = (await admin('/merchant/bank.csv?from=2026-10-30&to=2026-12-01')).split('\r\n').slice(1);
    return lines.filter((line) => line.includes(',SGD,')).map((line) => line.split(','));
  };
  const before = await balance();
  expect(await sgd()).toEqual([]);

  await admin('/clock', { set: '2026-10-30T03:59:59Z' });
  expect(await sgd()).toEqual([]);
  await admin('/clock', { set: '2026-10-30T04:00:00Z' });
  expect((await sgd()).map(([day]) => day)).toEqual(['2026-10-30']);

  await admin('/clock', { advance: 'P14D' });
  const deposits = await sgd();
  // Wednesday's and Thursday's takings come on Friday and on Monday, and nothing is left
  expect(deposits.map(([day]) => day)).toEqual(['2026-10-30', '2026-11-02']);
  const deposited = deposits.reduce((sum, [, , , amount]) => sum + Math.round(Number(amount) * 100), 0);
  expect(await balance()).toBe(before - deposited);

  await admin('/clock', { advance: 'P1D' });
  expect(await sgd()).toEqual(deposits);
});
