import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { companyPaths } from '../../src/config/data-paths.ts';
import { loadConfig } from '../../src/config/load.ts';
import { connectors } from '../../src/connectors/registry.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { rebuildCompany } from '../../src/run/rebuild.ts';
import { periodOfDays, runCompany } from '../../src/run/run.ts';
import { numberOf, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';

/** What the pipeline keeps of its own work, besides what connectors receive. */
const ownKinds = ['run', 'decision', 'declared_span', 'requests', 'configuration', 'close', 'evidence', 'tombstone'];
const kinds = [
  ...connectors.flatMap(({ name, kinds: declared }) => Object.keys(declared).map((kind) => ({ source: name, kind }))),
  ...ownKinds.map((kind) => ({ source: kind, kind })),
  { source: 'gateway', kind: 'of_a_newer_version' },
  { source: 'of_another_service', kind: 'statement' },
];

const contents = ['{', '', 'null', '{"id":"9999999999999999999999999","amount":{}}'];
const hostile = [
  {},
  { received_at: '9999-12-31T23:59:59.999Z' },
  { received_at: '0001-01-01T00:00:00.000Z' },
  { window_from: '2026-11-03T00:00:00Z', window_to: '2026-11-01T00:00:00Z', currency: 'MYR' },
];

test('A receipt of any kind that cannot be read, of any time or of a reversed window, fails its own input only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-hostile-'));
  const path = join(folder, 'tieout.yaml');
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'NO_KEY' } };
  const company = { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway };
  writeFileSync(path, stringify({ data_dir: 'data', warehouse: { threads: 1 }, companies: [company] }));
  const config = await loadConfig(path);
  const paths = companyPaths(config.data_dir, 'acme');
  const landing = await openLanding(paths.landing);
  for (const { source, kind } of kinds)
    for (const [at, facts] of hostile.entries()) {
      const bytes = contents[at] ?? '';
      const base = newReceiptFacts({
        source,
        kind,
        company: 'acme',
        ext: 'json',
        received_at: '2026-11-02T00:00:00.000Z',
      });
      await landing.put({ ...base, ...facts }, { bytes });
    }
  const { errors } = await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(new Set(errors.map(({ code }) => code))).toContain('RUN_MARK_UNREADABLE');
  const { verdicts } = await runCompany({
    ...{ config, company: onlyCompany(config), period: periodOfDays('2026-11-02', '2026-11-02') },
    ...{ isFetching: false, refresh: false, progress: silentProgress },
  });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['incomplete']);

  const { connection, close } = await openSnapshot(paths.published);
  const loaded = await readRows(connection, 'select count(*) as n from raw.receipt');
  const unnamed = await readRows(
    connection,
    "select kind, file_id from raw.receipt where load_status = 'refused' and (load_message is null or file_name is null)",
  );
  close();
  expect(unnamed).toEqual([]);
  const own = landing.receipts().filter((receipt) => receipt.company === 'acme').length;
  expect(numberOf(loaded[0] ?? {}, 'n')).toBeGreaterThanOrEqual(own);
});
