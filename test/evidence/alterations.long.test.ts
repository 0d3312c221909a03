import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReader } from '../../src/company/published-warehouse.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { numberOf } from '../../src/warehouse/duckdb-values.ts';
import { givenWorld } from '../given/shop.ts';
import { explainedMonth } from '../given/worlds.ts';
import { type Alteration, alteration, evidenceFiles, losses, lossOf } from './alterations.ts';
import { alterationCount, lostFileCount } from './counts.ts';
import { fileCount, names, used, verified } from './noticed.ts';

const shop = (await givenWorld(explainedMonth)).copy();
const data = join(shop.folder, 'data');
const config = await loadConfig(shop.path);
const files = await evidenceFiles(data);

test('Every kind of evidence is in the data directory, and proven', async () => {
  expect([...files.keys()].sort()).toEqual([
    'decision',
    'landing index',
    'landing object',
    'masked snapshot',
    'pack',
    'published snapshot',
    'run records',
    'seal of the masked snapshot',
    'seal of the snapshot',
  ]);
  expect(await verified(config)).toEqual([]);
});

test('Every altered byte is noticed by verify and by the command that would use it, which name the file', async () => {
  const missed: string[] = [];
  const before = fileCount(data);
  const tried = new Map<string, number>();
  for (let number = 0; number < alterationCount; number += 1) {
    const altered = alteration(data, files, number);
    altered.apply();
    try {
      if (!names(await verified(config), altered, data)) missed.push(`verify, ${altered.what}`);
      if (!names(await used(config, altered), altered, data)) missed.push(`use, ${altered.what}`);
    } finally {
      altered.undo();
    }
    tried.set(altered.kind, (tried.get(altered.kind) ?? 0) + 1);
  }
  expect(missed).toEqual([]);
  expect([...tried.values()].every((count) => count >= Math.floor(alterationCount / files.size))).toBe(true);
  expect(fileCount(data)).toBe(before);
  expect(await verified(config)).toEqual([]);
}, 3_600_000);

test('Every file that is removed, emptied, cut or replaced by a folder is noticed by verify and by what would use it', async () => {
  const missed: string[] = [];
  for (const [kind, some] of files)
    for (const file of some.slice(0, lostFileCount))
      for (const name of Object.keys(losses)) {
        const lost = lossOf(data, kind, file, name);
        lost.apply();
        try {
          if (!names(await verified(config), lost, data)) missed.push(`verify, ${lost.what}`);
          if (!isAbsent(lost) && !names(await used(config, lost), lost, data)) missed.push(`use, ${lost.what}`);
        } finally {
          lost.undo();
        }
      }
  expect(missed).toEqual([]);
  expect(await verified(config)).toEqual([]);
}, 3_600_000);

/** Without the file, readers say that nothing is published. */
const isAbsent = ({ file, what }: Alteration) =>
  /published(?:-masked)?\.duckdb: removed$/.test(what) && file.endsWith('.duckdb');

/**
 * Tables with rows of a received file, and how many of their rows are from it. The tables about receiving itself are left out: receipts,
 * reasons of refusal, and requests.
 */
async function rowsOf(receiptId: number): Promise<Record<string, number>> {
  const reader = await openReader(config);
  try {
    const tables = await reader.read(
      `select schema_name || '.' || table_name as name from duckdb_columns()
       where database_name = current_database() and column_name = 'receipt_id' and schema_name in ('raw', 'core')
         and table_name not in ('receipt', 'refused_receipt', 'unusable_answer', 'request') and table_name in (select table_name from duckdb_tables())
       order by name`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row = {}] = await reader.read(
        `select count(*)::integer as n from ${String(name)} where receipt_id = ${receiptId}`,
      );
      if (numberOf(row, 'n') > 0) counts[String(name)] = numberOf(row, 'n');
    }
    return counts;
  } finally {
    reader.close();
  }
}

/** The kinds of received files of which one is altered. */
const alteredKinds = ['statement', 'turnover', 'balance', 'orders', 'send_limits', 'send_instructions'];

test('No figure of an altered file reaches a warehouse that is rebuilt', async () => {
  const landing = await openLanding(shop.data.landing);
  const received = alteredKinds.map((kind) => {
    const receipt = landing.receipts().find((each) => each.kind === kind && each.bytes > 2);
    if (receipt === undefined) throw new Error(`nothing of kind ${kind} was received`);
    const path = landing.objectPath(receipt);
    return { id: receipt.receipt_id, path, bytes: readFileSync(path) };
  });
  // those of the other currency: equal bytes are one object
  const paths = new Set(received.map(({ path }) => path));
  const others = landing.receipts().filter((each) => each.kind === 'statement' && !paths.has(landing.objectPath(each)));
  expect(others.length).toBeGreaterThan(0);
  for (const { id } of received) expect(await rowsOf(id)).not.toEqual({});
  for (const { path, bytes } of received) {
    const at = bytes.findLastIndex((byte) => byte >= 0x30 && byte <= 0x38);
    const altered = Buffer.from(bytes);
    altered[at] = (bytes[at] ?? 0) + 1;
    writeFileSync(path, altered);
  }
  const rebuilt = await shop.tieout('rebuild');
  expect(rebuilt).toMatchObject({ status: 4, err: expect.stringContaining('LANDING_OBJECT_DAMAGED') });
  for (const { id, path, bytes } of received) {
    expect(rebuilt.err).toContain(`where: ${path}`);
    expect(await rowsOf(id)).toEqual({});
    writeFileSync(path, bytes);
  }
  for (const { receipt_id } of others) expect(await rowsOf(receipt_id)).not.toEqual({});
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  for (const { id } of received) expect(await rowsOf(id)).not.toEqual({});
});
