import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { tieout } from '../given/command.ts';

const yesterday = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const [day, dayBefore] = [yesterday.toString(), yesterday.subtract({ days: 1 }).toString()];
const folder = mkdtempSync(join(tmpdir(), 'tieout-identity-'));
const config = join(folder, 'tieout.yaml');
const env: Record<string, string> = {};
const call = (...args: string[]) => tieout(['-q', '-c', config, ...args], env);

let first: RunningSandbox;
let second: RunningSandbox;

function companyAt(name: string, { gatewayUrl, payoutUrl }: RunningSandbox, keys: string) {
  return {
    name,
    zone: 'Asia/Kuala_Lumpur',
    currencies: ['MYR'],
    gateway: { base_url: gatewayUrl, secret_key: { env: `${keys}_GATEWAY` }, narrowing_requests: 0 },
    payout: { base_url: payoutUrl, api_key: { env: `${keys}_KEY` }, api_secret: { env: `${keys}_SECRET` } },
  };
}
const configure = (...companies: object[]) =>
  writeFileSync(config, stringify({ data_dir: 'data', warehouse: { threads: 1 }, companies }));

beforeAll(async () => {
  const options = { days: 2, until: day, breaks: 'none', ordersPerDay: 5, currencies: ['MYR'] } as const;
  first = await startSandbox({ ...options, seed: 3 });
  second = await startSandbox({ ...options, seed: 4 });
  for (const [name, sandbox] of [
    ['A', first],
    ['B', second],
  ] as const) {
    env[`${name}_GATEWAY`] = sandbox.gatewaySecretKey;
    env[`${name}_KEY`] = sandbox.payoutApiKey;
    env[`${name}_SECRET`] = sandbox.payoutApiSecret;
  }
});
afterAll(async () => {
  await first.close();
  await second.close();
});

const listed = z.object({
  identities: z.array(
    z.object({
      service: z.string(),
      identity: z.record(z.string(), z.array(z.string())).nullable(),
      accepted_by: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
});
const identities = async () => listed.parse(JSON.parse((await call('--json', 'identity')).out)).identities;
const receiptKinds = async () =>
  (await openLanding(companyPaths(join(folder, 'data'), 'acme').landing)).receipts().map(({ kind }) => kind);

test('The identity is written down at first contact, and another one stops the company until a person accepts it', async () => {
  configure(companyAt('acme', first, 'A'));
  expect((await call('run', '--date', dayBefore)).err).toBe('');
  const [gateway, payout] = await identities();
  expect(gateway).toMatchObject({ service: 'gateway', identity: { mode: ['test'] }, accepted_by: null });
  expect(gateway?.identity?.company).toHaveLength(1);
  expect(payout?.identity?.accounts?.length).toBeGreaterThan(0);

  // the sandbox is in test mode, and every reader is told
  const written = (name: string) => readFileSync(join(folder, 'data', 'reports', dayBefore, 'acme', name), 'utf8');
  expect(written('acme.html')).toContain('Test mode: not real money');
  expect(JSON.parse(written('verdicts.json'))).toMatchObject({ is_test: true });
  expect((await call('status')).out).toContain('test: not real money');

  configure(companyAt('acme', second, 'B'));
  const before = await receiptKinds();
  const stopped = await call('run', '--date', day);
  expect(stopped.status).toBe(1);
  expect(stopped.err).toContain('error IDENTITY_CHANGED: The payment gateway of acme answers for another identity');
  expect(stopped.err).toContain('tieout identity --accept --company acme');
  // the new company has no statements, so the answer to the first request names it; what was asked is kept, the answer is not
  expect(await receiptKinds()).toEqual([...before, 'statement_intent', 'requests']);
  const doctor = await call('doctor');
  expect(doctor.out).toContain('WRONG acme, payment gateway, identity: ');

  expect((await call('identity', '--accept')).status).toBe(2);
  const accepted = await call('identity', '--accept', '--why', 'moved to the new contract', '--by', 'Aina');
  expect(accepted.out).toContain('accepted  acme, payment gateway: company ');
  expect((await identities())[0]).toMatchObject({ accepted_by: 'Aina', why: 'moved to the new contract' });
  expect((await call('run', '--date', day)).err).not.toContain('IDENTITY_CHANGED');
});

test('Two companies with one key, or of one identity, are refused', async () => {
  configure(companyAt('acme', second, 'B'), companyAt('beta', second, 'B'));
  const same = await call('run', '--date', day, '--company', 'beta');
  expect([same.status, same.err]).toEqual([2, expect.stringContaining('error KEY_SHARED: ')]);
  expect(same.err).not.toContain(env.B_GATEWAY);
  const doctor = await call('doctor');
  expect(doctor.status).toBe(1);
  expect(doctor.out).toContain('WRONG acme, keys: ');
  expect(doctor.out).toContain('WRONG beta, payment gateway, identity: ');

  // another key of the same company: acme was there first
  configure(companyAt('acme', first, 'A'), { ...companyAt('beta', second, 'B') });
  const shared = await call('run', '--date', day, '--company', 'beta');
  expect([shared.status, shared.err]).toEqual([1, expect.stringContaining('error IDENTITY_SHARED: ')]);
});
