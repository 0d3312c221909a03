import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Built, buildBeside, buildWarehouse } from '../../src/company/build-warehouse.ts';
import { buildingPath } from '../../src/company/swap-warehouse.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type Progress, silentProgress } from '../../src/domain/progress.ts';
import { compareWarehouses } from '../../src/evidence/compare-warehouse.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenImporter } from '../given/shop.ts';

const shop = givenImporter({}, { warehouse: { threads: 1 } });
const { warehouse, published, landing } = shop.data;
let config: LoadedConfig;

beforeAll(async () => {
  for (const day of ['02', '03', '04']) {
    shop.write(
      'statement.csv',
      `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p${day},purchase,INV-${day},MYR,50.00,1.00,success,2026-11-${day} 10:00:00,
`,
    );
    await shop.tieout('import', 'statement', 'statement.csv');
  }
  config = await loadConfig(shop.path, { environment: shop.env });
});

/** A progress that fails, as a kill would, when one file too many is loaded. */
function killedAfter(most: number): Progress {
  let count = 0;
  const step = () => {
    count += 1;
    if (count > most) throw new Error('killed');
    return { note() {}, advance() {}, done() {} };
  };
  return { step };
}

async function build(progress: Progress): Promise<Built> {
  return buildBeside(config, onlyCompany(config), await openLanding(landing, config.clock), progress);
}

test('A build that was interrupted begins again, gives the same, and removes the copy that an earlier version left', async () => {
  const copies = ['.saved', '.saved.new'].map((ending) => `${warehouse}${ending}`);
  for (const copy of copies) writeFileSync(copy, 'cut off');
  await expect(build(killedAfter(2))).rejects.toThrow('killed');
  expect(await build(silentProgress)).toMatchObject({ runs: 3, errors: [] });
  const rebuilt = await compareWarehouses(buildingPath(warehouse), published, {}, join(shop.folder, 'spill'));
  expect(rebuilt.state).toBe('equal');
  expect(copies.filter((copy) => existsSync(copy))).toEqual([]);
});

test('A file that the data in use has, and that is refused now, is told with its days before the new data is published', async () => {
  shop.write(
    'statement.csv',
    `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p05,purchase,"INV"-05,MYR,50.00,1.00,success,2026-11-05 10:00:00,
`,
  );
  await shop.tieout('import', 'statement', 'statement.csv');
  // as a version had it that read such a line
  const { connection, close } = await openWarehouse(warehouse);
  await execute(connection, `update raw.receipt set load_status = 'loaded' where load_status = 'refused'`);
  await execute(
    connection,
    `insert into raw.file_span select max(receipt_id), date '2026-11-05', date '2026-11-06' from raw.receipt where kind = 'statement'`,
  );
  close();
  const told: string[] = [];
  const progress: Progress = {
    step(title) {
      told.push(`${title} ${existsSync(buildingPath(warehouse)) ? 'before' : 'after'}`);
      return { note() {}, advance() {}, done() {} };
    },
  };
  const { errors } = await buildWarehouse(
    config,
    onlyCompany(config),
    await openLanding(landing, config.clock),
    progress,
  );
  expect(errors).toMatchObject([
    { code: 'FILE_REFUSED_NOW', exitStatus: 4, place: { file: expect.stringContaining('statement'), line: 2 } },
  ]);
  expect(errors[0]?.message).toContain('Its days: 2026-11-05 to 2026-11-06.');
  expect(told.at(-1)).toMatch(/A file that was read before is refused now.* before$/);
});
