import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../../src/config/load-config.ts';
import { coverageFindings } from '../../src/inspect/coverage-findings.ts';
import { onlyCompany } from '../given/sandbox-config.ts';

test('doctor finds the books whose newest file proves no day, and names the ways to prove it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('orders.csv', 'Order,Date,Amount,Status\n1,2026-01-05,1.00,paid\n');
  write('bank.csv', 'Period: 2026-01-01 to 2026-01-31\nDate,Amount,Description\n2026-01-05,+1.00,x\n');
  write('parcels.csv', 'Date,Amount,Parcel\n2026-01-05,1.00,P-1\n');
  write('callbacks.jsonl', '{"received_at": "2026-01-05T00:00:00Z", "signature": "x", "body": "{}"}\n');
  const findings = async (orders: object) => {
    const company = {
      name: 'acme',
      zone: 'Asia/Kuala_Lumpur',
      currencies: ['MYR'],
      gateway: { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'T' } },
      books: {
        orders: { file: 'orders.csv', ...orders },
        bank: { file: 'bank.csv' },
        callbacks: { file: 'callbacks.jsonl' },
        lists: { parcels: { file: 'parcels.csv' } },
      },
    };
    write('tieout.yaml', stringify({ companies: [company] }));
    const config = await loadConfig(join(folder, 'tieout.yaml'));
    return coverageFindings(config, onlyCompany(config));
  };
  const [orders, bank, callbacks, parcels] = await findings({});
  expect(orders).toMatchObject({
    isOk: false,
    detail: 'orders.csv has lines from 5 Jan 2026 to 5 Jan 2026 and states no period',
  });
  expect(orders?.fix).toContain('books.orders.covers: through_previous_day');
  expect(orders?.fix).toContain('tieout import orders FILE --covers FIRST..LAST');
  expect(bank).toMatchObject({ isOk: true, detail: 'bank.csv covers 1 Jan 2026 to 31 Jan 2026', fix: null });
  expect(callbacks).toMatchObject({ isOk: false });
  expect(callbacks?.fix).toContain('{"covers": {"from":');
  expect(parcels).toMatchObject({ check: 'days of the lists.parcels files', isOk: false });
  expect(parcels?.fix).toContain('tieout import list_parcels FILE --covers FIRST..LAST');
  expect((await findings({ covers: 'through_previous_day' }))[0]).toMatchObject({ isOk: true, fix: null });
});
