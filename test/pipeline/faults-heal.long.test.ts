import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultRule } from '../../packages/sandbox/src/faults/fault.ts';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { cleanRun, expectHealed, faultySandbox } from '../given/faulted-run.ts';

// test/e2e/faults-heal.long.test.ts has every fault on every operation, by itself
const always = { times: null };
const faults: FaultRule[] = [
  { service: 'gateway', path: '/downloads/*', ...always, effect: { kind: 'truncate' } },
  { service: 'gateway', path: '/account/json/turnover', ...always, effect: { kind: 'html' } },
  { service: 'gateway', path: '/account/json/balance', ...always, effect: { kind: 'remove_fields', names: ['MYR'] } },
  {
    service: 'payout',
    path: '/send/send_limits',
    ...always,
    effect: { kind: 'remove_fields', names: ['net_amount'], in: 'first_record' },
  },
  { service: 'payout', path: '/send/bank_accounts/*', ...always, effect: { kind: 'status', status: 500 } },
];

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await faultySandbox();
});
afterAll(() => sandbox.close());

test('Several faults at once make the days incomplete, and the next run heals them', async () => {
  const clean = await cleanRun(sandbox);
  expect(Object.values(clean.verdicts)).toHaveLength(2);
  await expectHealed(sandbox, clean, { faults, during: undefined });
});
