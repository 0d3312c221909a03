import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Built, buildBeside } from '../../src/company/build-warehouse.ts';
import { buildingPath, removeUnfinished } from '../../src/company/saved-build.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type Progress, silentProgress } from '../../src/domain/progress.ts';
import { compareWarehouses } from '../../src/evidence/compare-warehouse.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenImporter } from '../given/shop.ts';

const shop = givenImporter({}, { warehouse: { threads: 1 } });
const { warehouse, published, landing } = shop.data;
const saved = `${warehouse}.saved`;
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
beforeEach(async () => {
  rmSync(saved, { force: true });
  await removeUnfinished(warehouse);
});

/** A progress that counts the files that are loaded, and fails, as a kill would, when one too many is. */
function counting(most = Number.POSITIVE_INFINITY): { progress: Progress; loaded: () => number } {
  let count = 0;
  const step = () => {
    count += 1;
    if (count > most) throw new Error('killed');
    return { note() {}, advance() {}, done() {} };
  };
  return { progress: { step }, loaded: () => count };
}

async function build(progress: Progress, everyMs: number | undefined): Promise<Built> {
  const saving = everyMs === undefined ? undefined : { everyMs };
  return buildBeside(config, onlyCompany(config), await openLanding(landing, config.clock), progress, saving);
}

const isAsPublished = async () =>
  (await compareWarehouses(buildingPath(warehouse), published, {}, join(shop.folder, 'spill'))).state;

test('A build that was interrupted goes on after its last run, and gives the same', async () => {
  const whole = counting();
  expect(await build(whole.progress, undefined)).toMatchObject({ runs: 3, errors: [] });
  await expect(build(counting(2).progress, 0)).rejects.toThrow('killed');
  expect(existsSync(saved)).toBe(true);
  const rest = counting();
  expect(await build(rest.progress, 0)).toMatchObject({ runs: 3, errors: [] });
  expect(rest.loaded()).toBe(whole.loaded() - 2);
  expect(await isAsPublished()).toBe('equal');
});

test('A copy of another version or landing zone, or a truncated copy, is not continued', async () => {
  await expect(build(counting(2).progress, 0)).rejects.toThrow('killed');
  const other = await openWarehouse(saved);
  await other.connection.run(`update main.made_with set made_with = '0.1.9' where part = 'program'`);
  other.close();
  const whole = counting();
  expect(await build(whole.progress, 0)).toMatchObject({ runs: 3 });
  rmSync(saved);
  await expect(build(counting(2).progress, 0)).rejects.toThrow('killed');
  const elsewhere = await openWarehouse(saved);
  await elsewhere.connection.run(`update main.building set state = replace(state, '"landing":"', '"landing":"0')`);
  elsewhere.close();
  const fromStart = counting();
  expect(await build(fromStart.progress, 0)).toMatchObject({ runs: 3 });
  expect(fromStart.loaded()).toBe(whole.loaded());
  writeFileSync(saved, 'cut off');
  const again = counting();
  expect(await build(again.progress, 0)).toMatchObject({ runs: 3 });
  expect(again.loaded()).toBe(whole.loaded());
  expect(await isAsPublished()).toBe('equal');
});

test('A build without saved copies removes an earlier copy, which has what is forgotten', async () => {
  await expect(build(counting(2).progress, 0)).rejects.toThrow('killed');
  await build(silentProgress, undefined);
  expect(existsSync(saved)).toBe(false);
});
