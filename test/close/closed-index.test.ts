import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeClosedIndex } from '../../src/commands/closed-index.ts';
import { loadConfig } from '../../src/config/load-config.ts';

test('An index that cannot be written is an error beside the result of the work before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-index-'));
  const path = join(folder, 'tieout.yaml');
  writeFileSync(
    path,
    'companies: [{ name: acme, zone: UTC, currencies: [MYR], payout: { base_url: "https://payout.example/api", api_key: { env: A }, api_secret: { env: B } } }]\n',
  );
  const errors = await writeClosedIndex(await loadConfig(path));
  expect(errors.map(({ code }) => code)).toEqual(['NOTHING_PUBLISHED']);
  rmSync(folder, { recursive: true });
});
