import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { companyPaths } from '../../src/config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { type CompanyData, withCompanyData } from '../../src/run/company-data.ts';
import { proveWarehouse, sealWarehouse, unsealWarehouse } from '../../src/warehouse/warehouse-seal.ts';

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
});
afterEach(() => rmSync(folder, { recursive: true }));

function work(doing: (data: CompanyData) => Promise<void> = async () => undefined): Promise<void> {
  const [company] = config.companies;
  if (company === undefined) throw new Error('The configuration has a company.');
  return withCompanyData({ config, company, progress: silentProgress, purpose: 'test' }, doing);
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
  ['proven', sealWarehouse],
  ['open', unsealWarehouse],
] as const)('A warehouse that is %s stays so where it cannot be opened', async (known, left) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'no database');
  await left(path);
  await expect(work()).rejects.toThrow();
  expect(await proveWarehouse(path, { isWhole: true })).toBe(known);
  expect(existsSync(path)).toBe(true);
});
