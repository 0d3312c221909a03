import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../src/start.ts';
import { sign } from './payout-harness.ts';

const DAY = 86_400_000;

/** A sandbox whose clock is moved, asked at both services with a signature of the machine's time and one of its own. */
async function movedSandbox(serverTime?: 'machine_clock') {
  const choices = serverTime === undefined ? {} : { serverTime };
  const sandbox = await startSandbox({
    seed: 1,
    days: 1,
    until: '2026-11-18',
    ordersPerDay: 1,
    gateway: choices,
    payout: choices,
  });
  onTestFinished(() => sandbox.close());
  sandbox.clock.set(Date.now() + 30 * DAY);
  const payout = async (at: number) => {
    const epoch = Math.floor(at / 1000);
    const { payoutApiKey: key, payoutApiSecret: secret } = sandbox;
    const response = await fetch(`${sandbox.payoutUrl}/send/accounts`, {
      headers: { authorization: `Bearer ${key}`, epoch: String(epoch), checksum: sign(epoch, key, secret) },
    });
    return { status: response.status, ahead: daysAhead(response) };
  };
  const gateway = await fetch(`${sandbox.gatewayUrl}/public_key/`, {
    headers: { authorization: `Bearer ${sandbox.gatewaySecretKey}` },
  });
  const admin = { headers: { authorization: `Bearer ${sandbox.adminToken}` } };
  const log = async () => (await fetch(`${sandbox.adminUrl}/requests?status=401`, admin)).json();
  const [byMachine, bySandbox] = [await payout(Date.now()), await payout(sandbox.clock.now())];
  return { gatewayAhead: daysAhead(gateway), byMachine, bySandbox, refused: await log() };
}

const daysAhead = (response: Response) =>
  Math.round((Date.parse(response.headers.get('date') ?? '') - Date.now()) / DAY) || 0;

it('Date headers and signatures follow the moved clock', async () => {
  const { gatewayAhead, byMachine, bySandbox, refused } = await movedSandbox();
  expect(gatewayAhead).toBe(30);
  expect(byMachine).toEqual({ status: 401, ahead: 30 });
  expect(bySandbox).toEqual({ status: 200, ahead: 30 });
  expect(refused).toMatchObject([
    { reason: expect.stringMatching(/^the epoch is 259200\d s before the server's time; 30 s are allowed$/) },
  ]);
});

it('serverTime: the machine_clock can be chosen instead', async () => {
  const { gatewayAhead, byMachine, bySandbox } = await movedSandbox('machine_clock');
  expect(gatewayAhead).toBe(0);
  expect(byMachine).toEqual({ status: 200, ahead: 0 });
  expect(bySandbox).toEqual({ status: 401, ahead: 0 });
});
