import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { companyDefaults } from '../../src/config/company-schema.ts';
import { inspectIn } from '../../src/inspect/inspect-file.ts';
import { importableKinds } from '../../src/pipeline/import-file.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { openReadingWarehouse } from '../../src/warehouse/reading-warehouse.ts';

type Terms = Parameters<typeof inspectIn>[1];

/** A company without any configuration of its files. */
export const nobody = companyDefaults({ name: 'your-company', zone: 'Asia/Kuala_Lumpur' });

/** The kind of file with this name. */
export const kindNamed = (name: string) => importableKinds().find((kind) => kind.import.name === name);

/** What the tests of a file inspect, in one warehouse, for a company without configuration, in ringgit. */
export function givenInspections() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-inspected-'));
  let warehouse: Warehouse;
  beforeAll(async () => {
    warehouse = await openReadingWarehouse(importableKinds().map(({ declaration }) => declaration));
  });
  afterAll(() => {
    warehouse.close();
    rmSync(folder, { recursive: true });
  });
  const inspect = (path: string, terms: Partial<Terms> = {}) =>
    inspectIn(warehouse, { path, as: undefined, company: nobody, currency: 'MYR', keys: [], ...terms });
  return {
    inspect,
    /** Inspects a file with this name and content. */
    inspectText: (name: string, content: string | Buffer, terms: Partial<Terms> = {}) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return inspect(path, terms);
    },
  };
}
