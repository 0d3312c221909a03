import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

type DemoServices = Awaited<ReturnType<typeof import('../sandbox/start.ts').startSandbox>>;

/**
 * The demo's configuration, with its keys in files of their own: the way a real one would have them; with the callbacks
 * that the merchant received where they are wanted.
 */
export async function writeDemoConfig(folder: string, sandbox: DemoServices, hasCallbacks = false): Promise<string> {
  const secrets = join(folder, 'secrets');
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  const keys = {
    'gateway-key': sandbox.gatewaySecretKey,
    'payout-key': sandbox.payoutApiKey,
    'payout-secret': sandbox.payoutApiSecret,
  };
  for (const [name, value] of Object.entries(keys)) await writeFile(join(secrets, name), `${value}\n`, { mode: 0o600 });
  const secret = (name: keyof typeof keys) => ({ file: `secrets/${name}` });
  const company = {
    name: 'demo',
    zone: 'Asia/Kuala_Lumpur',
    currencies: ['MYR', 'SGD'],
    gateway: { base_url: sandbox.gatewayUrl, secret_key: secret('gateway-key') },
    payout: { base_url: sandbox.payoutUrl, api_key: secret('payout-key'), api_secret: secret('payout-secret') },
    books: {
      orders: { file: 'orders.csv' },
      bank: { file: 'bank.csv' },
      ...(hasCallbacks ? { callbacks: { file: 'callbacks.jsonl' } } : {}),
    },
    fees: (await import('../sandbox/gateway/fees.ts')).priceList(),
  };
  await writeFile(join(folder, 'orders.csv'), sandbox.files().orders, { mode: 0o600 });
  await writeFile(join(folder, 'bank.csv'), sandbox.files().bank, { mode: 0o600 });
  if (hasCallbacks)
    await writeFile(join(folder, 'callbacks.jsonl'), [...sandbox.callbacks().lines].join(''), { mode: 0o600 });
  const path = join(folder, 'tieout.yaml');
  await writeFile(path, stringify({ data_dir: 'data', companies: [company] }), { mode: 0o600 });
  return path;
}
