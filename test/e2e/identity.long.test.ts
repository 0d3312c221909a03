import { expect, test } from 'vitest';
import { z } from 'zod';
import { openLanding } from '../../src/landing/landing.ts';
import { companyAt } from '../given/sandbox-config.ts';
import { daysAgo, givenCompanies, givenSandbox } from '../given/shop.ts';

const [day, dayBefore] = [daysAgo(1), daysAgo(2)];
const options = { days: 2, breaks: 'none', ordersPerDay: 5, currencies: ['MYR'] } as const;
const first = companyAt(await givenSandbox({ ...options, seed: 3 }), 'acme', 'A');
const second = companyAt(await givenSandbox({ ...options, seed: 4 }), 'acme', 'B');
const [acme, another] = [
  { ...first.company, currencies: ['MYR'] },
  { ...second.company, currencies: ['MYR'] },
] as const;
const shop = givenCompanies({ ...first.env, ...second.env });

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
const identities = async () => (await shop.answer(listed, 'identity')).identities;
const receiptKinds = async () => (await openLanding(shop.data.landing)).receipts().map(({ kind }) => kind);

test('The identity is written down at first contact, and another one stops the company until a person accepts it', async () => {
  shop.configureAll(acme);
  expect((await shop.tieout('run', '--date', dayBefore)).err).toBe('');
  const [gateway, payout] = await identities();
  expect(gateway).toMatchObject({ service: 'gateway', identity: { mode: ['test'] }, accepted_by: null });
  expect(gateway?.identity?.company).toHaveLength(1);
  expect(payout?.identity?.accounts?.length).toBeGreaterThan(0);

  // the sandbox is in test mode, and every reader is told
  expect(shop.report(dayBefore, 'acme.html')).toContain('Test mode: not real money');
  expect(JSON.parse(shop.report(dayBefore, 'verdicts.json'))).toMatchObject({ is_test: true });
  expect((await shop.tieout('status')).out).toContain('test: not real money');

  shop.configureAll(another);
  const before = await receiptKinds();
  const stopped = await shop.tieout('run', '--date', day);
  expect(stopped.status).toBe(1);
  expect(stopped.err).toContain('error IDENTITY_CHANGED: The payment gateway of acme answers for another identity');
  expect(stopped.err).toContain('tieout identity --accept --company acme');
  // the new company has no statements, so the answer to the first request names it; what was asked is kept, the answer is not
  expect(await receiptKinds()).toEqual([...before, 'statement_intent', 'requests']);
  const doctor = await shop.tieout('doctor');
  expect(doctor.out).toContain('WRONG acme, payment gateway, identity: ');

  expect((await shop.tieout('identity', '--accept')).status).toBe(2);
  const accepted = await shop.tieout('identity', '--accept', '--why', 'moved to the new contract', '--by', 'Aina');
  expect(accepted.out).toContain('accepted  acme, payment gateway: company ');
  expect((await identities())[0]).toMatchObject({ accepted_by: 'Aina', why: 'moved to the new contract' });
  expect((await shop.tieout('run', '--date', day)).err).not.toContain('IDENTITY_CHANGED');
});

test('Two companies with one key, or of one identity, are refused', async () => {
  const beta = { ...another, name: 'beta' };
  shop.configureAll(another, beta);
  const same = await shop.tieout('run', '--date', day, '--company', 'beta');
  expect([same.status, same.err]).toEqual([2, expect.stringContaining('error KEY_SHARED: ')]);
  expect(same.err).not.toContain(second.env.B_GATEWAY_KEY);
  const doctor = await shop.tieout('doctor');
  expect(doctor.status).toBe(1);
  expect(doctor.out).toContain('WRONG acme, keys: ');
  expect(doctor.out).toContain('WRONG beta, payment gateway, identity: ');

  // another key of the same company: acme was there first
  shop.configureAll(acme, beta);
  const shared = await shop.tieout('run', '--date', day, '--company', 'beta');
  expect([shared.status, shared.err]).toEqual([1, expect.stringContaining('error IDENTITY_SHARED: ')]);
});
