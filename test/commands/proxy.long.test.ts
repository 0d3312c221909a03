import { afterAll, expect, test } from 'vitest';
import { tieoutProcess } from '../given/command.ts';
import { certificatePath, givenProxy } from '../given/connect-proxy.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { givenSandbox } from '../given/shop.ts';

const sandbox = await givenSandbox({ days: 1, ordersPerDay: 2, currencies: ['MYR'] });
const proxy = await givenProxy(Number(new URL(sandbox.gatewayUrl).port));
afterAll(() => proxy.close());

test('The services are reached through the proxy of the environment', async () => {
  const { path, env } = givenConfig(sandbox, {
    currencies: ['MYR'],
    gateway: { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'T_GATEWAY_KEY' } },
    payout: undefined,
  });
  const proxied = {
    ...env,
    HTTPS_PROXY: `http://proxy-user:proxy-password@127.0.0.1:${proxy.port}`,
    // Node reads it when a process starts
    NODE_EXTRA_CA_CERTS: certificatePath,
  };
  const found = await tieoutProcess(['-c', path, 'doctor'], proxied);
  expect(found.out).toContain('ok    acme, payment gateway: reached, the key is accepted');
  expect(new Set(proxy.tunnels.map(({ host }) => host))).toEqual(new Set(['gateway.example:443']));
  expect(proxy.tunnels[0]?.authorization).toBe(`Basic ${Buffer.from('proxy-user:proxy-password').toString('base64')}`);

  const wrong = await tieoutProcess(['-c', path, 'doctor'], { ...proxied, https_proxy: 'socks5://proxy-password@p' });
  expect([wrong.status, wrong.err]).toEqual([
    2,
    expect.stringContaining('error PROXY_WRONG: The environment variable https_proxy'),
  ]);
});
