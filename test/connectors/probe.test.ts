import { afterEach, expect, test } from 'vitest';
import type { Finding } from '../../src/connectors/connector.ts';
import type { GatewayAccess } from '../../src/connectors/gateway/client.ts';
import { probeGateway } from '../../src/connectors/gateway/probe.ts';
import type { PayoutAccess } from '../../src/connectors/payout/client.ts';
import { probePayout } from '../../src/connectors/payout/probe.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { closedPort } from '../given/server.ts';
import { givenServices } from '../given/services.ts';
import { daysAgo } from '../given/shop.ts';

const services = givenServices({ seed: 8, days: 2, until: daysAgo(1), ordersPerDay: 3 }, { retries: 1 });
afterEach(() => services.sandbox.faults.cancel());

const gateway =
  (changes: Partial<GatewayAccess> = {}) =>
  (): GatewayAccess => ({ ...services.gateway, ...changes });
const payout =
  (changes: Partial<PayoutAccess> = {}) =>
  (): PayoutAccess => ({ ...services.payout, ...changes });
const checksOf = (findings: Finding[]) => findings.map(({ check, isOk }) => [check, isOk]);
const skew = (service: 'gateway' | 'payout', seconds: number) =>
  services.sandbox.faults.order({ service, times: null, effect: { kind: 'skew_clock', seconds } });

test('healthy services', async () => {
  const findings = [...(await probeGateway(gateway(), 'MYR')), ...(await probePayout(payout()))];
  expect(checksOf(findings)).toEqual([
    ['payment gateway', true],
    ['payment gateway, statements', true],
    ['payment gateway, balance', true],
    ['clock, by the payment gateway', true],
    ['payout service', true],
    ['clock, by the payout service', true],
  ]);
  expect(findings.map(({ fix }) => fix)).toEqual(findings.map(() => null));
  expect(findings[4]?.detail).toMatch(/accounts: \d+ in MYR \(active\)/);
});

test('a wrong key and a wrong secret with a correct clock', async () => {
  expect(await probeGateway(gateway({ secretKey: () => 'wrong' }), 'MYR')).toMatchObject([
    { check: 'payment gateway', isOk: false, fix: expect.stringContaining('gateway.secret_key') },
    { check: 'clock, by the payment gateway', isOk: true },
  ]);
  expect(await probePayout(payout({ apiSecret: () => 'wrong' }))).toMatchObject([
    { check: 'payout service', isOk: false, fix: expect.stringContaining('payout.api_secret') },
    { check: 'clock, by the payout service', isOk: true },
  ]);
});

test('a wrong clock, with its offset and the direction to correct it', async () => {
  skew('payout', -300);
  skew('gateway', 3600);
  const [refused, payoutClock] = await probePayout(payout());
  expect(refused).toMatchObject({ isOk: false, detail: expect.stringMatching(/clock is (299|300|301) s ahead/) });
  expect(payoutClock).toMatchObject({
    isOk: false,
    fix: expect.stringMatching(/^Set the clock back by (299|300|301) s/),
  });
  const gatewayClock = (await probeGateway(gateway(), 'MYR')).at(-1);
  expect(gatewayClock).toMatchObject({ isOk: false, detail: expect.stringMatching(/is (3599|3600|3601) s behind/) });
  expect(gatewayClock?.fix).toMatch(/^Set the clock forward/);
});

test('a clock that drifts is reported before the service rejects it', async () => {
  skew('payout', 20);
  expect(checksOf(await probePayout(payout()))).toEqual([
    ['payout service', true],
    ['clock, by the payout service', false],
  ]);
});

test('an unreachable host', async () => {
  const baseUrl = `http://127.0.0.1:${await closedPort()}/api`;
  expect(checksOf(await probePayout(payout({ baseUrl })))).toEqual([['payout service', false]]);
  expect(checksOf(await probeGateway(gateway({ baseUrl }), 'MYR'))).toEqual([['payment gateway', false]]);
});

test('a missing secret is a finding', async () => {
  const missing = (): never => {
    throw new TieoutError({ code: 'SECRET_MISSING', message: 'It is not there.', remedy: 'Set it.' });
  };
  expect(await probeGateway(missing, 'MYR')).toEqual([
    { check: 'payment gateway', isOk: false, detail: 'It is not there.', fix: 'Set it.' },
  ]);
});
