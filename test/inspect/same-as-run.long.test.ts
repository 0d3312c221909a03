import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectIn } from '../../src/inspect/inspect-file.ts';
import { importableKinds } from '../../src/pipeline/import-file.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { openReadingWarehouse } from '../../src/warehouse/reading-warehouse.ts';
import { corpusCases } from '../given/corpus-case.ts';
import { bytesOf, companyOf } from '../given/corpus-file.ts';

/*
 * The warehouse of an inspection has only the views and macros that reading uses, and no line is kept in it: it has to come to the same
 * result as a run, for files of every kind.
 */

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const folder = mkdtempSync(join(tmpdir(), 'tieout-same-'));
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openReadingWarehouse(importableKinds().map(({ declaration }) => declaration));
});
afterAll(() => {
  warehouse.close();
  rmSync(folder, { recursive: true, force: true });
});

// a file that was requested has its window from the request, and callbacks need a key of the gateway
const all = corpusCases().filter(({ window, as }) => window === undefined && as !== 'callbacks');
// files with rows above the header, which are searched for a period, and with a statement twice are always among them
const always = ['bank-presets/shipped-dkb.csv', 'mt940/statement-pasted-twice.sta'];
const cases = all.filter(({ name }, index) => index % 16 === 0 || always.includes(name));

test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
  const path = join(folder, basename(each.path));
  writeFileSync(path, bytesOf(each, keys));
  const { now } = await inspectIn(warehouse, {
    path,
    as: importableKinds().find((kind) => kind.import.name === each.as),
    company: companyOf(each, 'co'),
    currency: each.currency ?? (each.currencies.length === 1 ? (each.currencies[0] ?? null) : null),
    keys: [],
    clock: () => Temporal.Instant.from(each.received_at),
  });
  expect(now.error?.code ?? null, now.error?.message).toBe(each.outcome === 'refused' ? each.code : null);
  if (each.outcome === 'refused') return;
  const rejected = Object.keys(each.rejected).length;
  const expected = { lines: each.lines, rejected, loaded: each.lines - rejected - each.summary - each.repeated };
  const { lines = 0, loaded = 0, rejected: found = 0, noRecord = 0 } = now.figures ?? {};
  expect({ lines, loaded, rejected: found + noRecord - each.summary }).toEqual({
    lines: expected.lines,
    loaded: expected.loaded,
    rejected: expected.rejected,
  });
});
