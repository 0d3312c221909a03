import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { companyPaths } from '../../src/config/data-paths.ts';
import { redactSecrets } from '../../src/domain/secrets.ts';
import { tieout } from '../given/command.ts';
import { placeWarehouse } from '../given/warehouse.ts';

const names = ['north', 'south'];

/** A folder with the configuration of a company whose gateway does not answer. */
function givenFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-two-'));
  const company = `companies: [{ name: ${name}, zone: Etc/UTC, currencies: [MYR], books: { orders: { file: orders.csv } },
  gateway: { base_url: "https://127.0.0.1:1/api/v1", secret_key: { env: KEY } } }]\n`;
  writeFileSync(join(folder, 'tieout.yaml'), company);
  placeWarehouse(companyPaths(join(folder, 'tieout-data'), name).warehouse);
  return folder;
}

test('Two command lines at once have their own folder, environment, clock, output and secrets', async () => {
  const folders = names.map(givenFolder);
  const ran = await Promise.all(
    names.map((name, index) => {
      const now = Temporal.Instant.from(`2026-0${index + 2}-10T12:00:00Z`);
      return tieout(['-q', 'run'], { KEY: `${name}-secret-key` }, folders[index], { clock: () => now });
    }),
  );
  for (const [index, { status, err }] of ran.entries()) {
    expect({ status, err }).toEqual({ status: 4, err: expect.stringContaining('error HOST_UNREACHABLE') });
    const data = join(folders[index] ?? '', 'tieout-data', names[index] ?? '');
    const entries = readFileSync(join(data, 'landing', 'index.jsonl'), 'utf8');
    const dates = [...entries.matchAll(/"received_at":"(\d{4}-\d{2}-\d{2})/g)].map(([, date]) => date);
    expect(new Set(dates)).toEqual(new Set([`2026-0${index + 2}-10`]));
    // yesterday, by its own clock
    expect(entries).toContain(`"window_from":"2026-0${index + 2}-0`);
  }
  // what one of them keeps secret is an ordinary word to the other, and to this process
  expect(redactSecrets('north-secret-key south-secret-key')).toBe('north-secret-key south-secret-key');
});
