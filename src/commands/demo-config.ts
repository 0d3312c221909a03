import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

type DemoServices = import('tieout-sandbox').RunningSandbox;

/** Writes the demo's configuration, with its keys and the merchant's books in separate files, like a real one. */
export async function writeDemoConfig(folder: string, sandbox: DemoServices, changes: object = {}): Promise<string> {
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
      callbacks: { file: 'callbacks.jsonl' },
    },
    fees: (await import('tieout-sandbox')).priceList(),
    ...changes,
  };
  const { orders, bank } = sandbox.files();
  const books = { 'orders.csv': orders, 'bank.csv': bank, 'callbacks.jsonl': [...sandbox.callbacks().lines].join('') };
  for (const [name, text] of Object.entries(books)) await writeFile(join(folder, name), text, { mode: 0o600 });
  const path = join(folder, 'tieout.yaml');
  await writeFile(path, stringify({ data_dir: 'data', companies: [company] }), { mode: 0o600 });
  return path;
}
