import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { companyPaths } from '../../src/config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { type CompanyData, withCompanyData } from '../../src/run/company-data.ts';
import { rebuildCompany } from '../../src/run/rebuild.ts';
import { verifyCompany } from '../../src/run/verify-company.ts';
import { proveWarehouse, sealWarehouse, unsealWarehouse } from '../../src/warehouse/warehouse-seal.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { placeWarehouse } from '../given/warehouse.ts';

let folder: string;
let config: LoadedConfig;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-company-data-'));
  const file = join(folder, 'tieout.yaml');
  writeFileSync(join(folder, 'key'), 'secret', { mode: 0o600 });
  writeFileSync(
    file,
    `data_dir: data
companies:
  - name: acme
    zone: UTC
    currencies: [MYR]
    gateway: { base_url: "https://gateway.example/api", secret_key: { file: key } }
`,
  );
  config = await loadConfig(file);
  path = companyPaths(config.data_dir, 'acme').warehouse;
  placeWarehouse(path);
});
afterEach(() => rmSync(folder, { recursive: true }));

function work(doing: (data: CompanyData) => Promise<void> = async () => undefined): Promise<void> {
  return withCompanyData({ config, company: onlyCompany(config), progress: silentProgress, purpose: 'test' }, doing);
}

/** Marks a run in landing, as a run does that judges no day. */
async function markRun({ landing }: CompanyData): Promise<void> {
  const facts = { source: 'run', kind: 'run', company: 'acme', ext: 'json', content_type: 'application/json' } as const;
  const mark = { period_start: '2026-11-01', period_end: '2026-11-02', known_through: 1 };
  await landing.put(newReceiptFacts(facts), { bytes: JSON.stringify(mark) });
}

const failing = (message: string) => async () => {
  throw new Error(message);
};

const corrupt = 'Corrupt database file: computed checksum 1 does not match stored checksum 2 in block 3';

test('The warehouse is open while a command works on it, and sealed after it', async () => {
  await work(async () => expect(await proveWarehouse(path)).toBe('open'));
  expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
});

test('The warehouse is sealed after work that failed, and stays open where the work met a damaged block of it', async () => {
  await expect(work(failing('no answer'))).rejects.toThrow('no answer');
  expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  await expect(work(failing(corrupt))).rejects.toMatchObject({ code: 'WAREHOUSE_UNREADABLE', place: { file: path } });
  expect(await proveWarehouse(path)).toBe('open');
  await work();
  expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
});

test.each([
  ['proven', (left: string) => sealWarehouse(left, 0)],
  ['open', unsealWarehouse],
] as const)('A warehouse that is %s stays so where it cannot be opened', async (known, left) => {
  writeFileSync(path, 'no database');
  await left(path);
  await expect(work()).rejects.toThrow();
  expect(await proveWarehouse(path, { isWhole: true })).toBe(known);
  expect(existsSync(path)).toBe(true);
});

test('An older warehouse that was restored with its seal is refused until it is rebuilt', async () => {
  await work(markRun);
  const kept = join(folder, 'kept');
  cpSync(dirname(path), kept, { recursive: true, preserveTimestamps: true });
  await work(markRun);
  const doubts = async () => (await verifyCompany(config, onlyCompany(config), { isQuick: true })).doubts;
  expect(await doubts()).toEqual([]);
  rmSync(dirname(path), { recursive: true });
  cpSync(kept, dirname(path), { recursive: true, preserveTimestamps: true });
  const damaged = { code: 'WAREHOUSE_DAMAGED', exitStatus: 4, place: { file: path } };
  expect(await doubts()).toMatchObject([damaged]);
  await expect(work()).rejects.toMatchObject(damaged);
  await rebuildCompany(config, onlyCompany(config), silentProgress);
  await work();
  expect(await doubts()).toEqual([]);
});
