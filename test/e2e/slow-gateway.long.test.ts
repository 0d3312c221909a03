import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';

/* A gateway that sends one byte at a time: the requests of a run end after their time, and the run judges and reports. */

const until = daysAgo(1);
const sandbox = await givenSandbox({ days: 3, breaks: 'none', ordersPerDay: 5, currencies: ['MYR'] });

const runForm = z.object({
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  verdicts: z.array(z.looseObject({ verdict: z.string(), reason: z.string() })),
  reports: z.array(z.unknown()),
});

test('A run ends when the time of its requests is spent, and the next run fetches the rest', async () => {
  const shop = shopAt(sandbox, { currencies: ['MYR'] }, { network: { timeout_seconds: 3 } });
  const run = async () => {
    const { out } = await shop.tieout('--json', 'run', '--from', daysAgo(2), '--to', until);
    return runForm.parse(JSON.parse(out));
  };
  const slow = { service: 'gateway', path: '*', times: null, effect: { kind: 'drip', milliseconds: 20 } };
  sandbox.faults.order(slow);
  const began = performance.now();
  const { errors, verdicts, reports } = await run();
  // three seconds for each of two days, and what the run does beside
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(errors.map(({ code }) => code)).toContain('REQUEST_TIME_SPENT');
  expect(verdicts).toHaveLength(2);
  for (const { verdict, reason } of verdicts) {
    expect(verdict).toBe('incomplete');
    expect(reason).toContain('The time of a run for the requests of a company, 6 s, is spent.');
  }
  expect(reports).not.toEqual([]);

  sandbox.faults.cancel();
  shop.configure({}, { network: {} });
  expect((await run()).errors).toEqual([]);
});
