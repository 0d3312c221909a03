import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { openIndex } from '../../src/landing/index-file.ts';
import { objectPathIn } from '../../src/landing/landing.ts';
import { numberOf, readRows } from '../../src/warehouse/duckdb-values.ts';
import { replaceSealed } from '../../src/warehouse/seal.ts';
import { givenWorld, type Shop } from '../given/shop.ts';
import { blockBytes } from '../given/warehouse.ts';
import { repeatableDay as day, ranDay } from '../given/worlds.ts';

const ran = await givenWorld(ranDay);
let shop: Shop;
const run = (...args: string[]) => shop.tieout(...args);
const index = () => join(shop.data.landing, 'index.jsonl');
const runs = () => join(shop.folder, 'data', 'runs.jsonl');

/** That a command exits with 4, and its error has a text. */
const refused = (text: string | RegExp) => ({
  status: 4,
  err: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
});
const proven = { status: 0, err: '' };

beforeEach(() => {
  shop = ran.copy();
});

/** Changes one character of a file in its place. */
function alter(path: string, from: string | RegExp, to: string): void {
  chmodSync(path, 0o600);
  const text = readFileSync(path, 'latin1');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to), 'latin1');
}

async function objectOf(kind: string): Promise<string> {
  const receipt = (await openIndex(index())).receipts.find((each) => each.kind === kind);
  if (receipt === undefined) throw new Error(`nothing of kind ${kind} was received`);
  return objectPathIn(shop.data.landing, receipt);
}

/** Publishes another file in place of the snapshot, with its seal: the snapshot with some changes. */
async function publishChanged(change: (path: string, connection: DuckDBConnection) => Promise<void>): Promise<void> {
  const next = join(shop.folder, 'next.duckdb');
  copyFileSync(shop.data.published, next);
  chmodSync(next, 0o600);
  const instance = await DuckDBInstance.create(next);
  const connection = await instance.connect();
  await change(next, connection);
  connection.closeSync();
  instance.closeSync();
  chmodSync(next, 0o400);
  await replaceSealed(next, shop.data.published);
}

describe('tieout verify', () => {
  test('notices the snapshot of another company, with its seal', async () => {
    await publishChanged(async (_, connection) => {
      await connection.run("update core.company set company = 'bravo'");
    });
    expect(await run('verify')).toMatchObject(refused(/SNAPSHOT_NOT_OF_LANDING[\s\S]*of bravo, another company/));
  });

  test('names a block that was altered before the snapshot was published', async () => {
    let at = 0;
    await publishChanged(async (_, connection) => {
      const [row = {}] = await readRows(
        connection,
        "select max(block_id)::integer as block from pragma_storage_info('raw.receipt') where column_name = 'sha256' and block_id >= 0",
      );
      at = 3 * 4096 + numberOf(row, 'block') * blockBytes + 1000;
    });
    const next = join(shop.folder, 'next.duckdb');
    const bytes = readFileSync(shop.data.published);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(next, bytes);
    await replaceSealed(next, shop.data.published);
    const { status, err } = await run('verify');
    expect(status).toBe(4);
    expect(err).toMatch(/WAREHOUSE_UNREADABLE: The warehouse was altered on disk: Corrupt database file/);
    expect(err).toContain(shop.data.published);
    expect((await run('doctor')).out).toContain('The warehouse was altered on disk');
  });

  test('names what a killed forget left and that cannot be read', async () => {
    writeFileSync(join(dirname(shop.data.landing), 'forgetting.json'), '{"values":');
    const words = ['--by', 'aida', '--note', 'She asked'];
    expect(await run('forget', '--customer', 'siti@example.com', ...words)).toMatchObject(
      refused(/FORGETTING_UNREADABLE[\s\S]*forgetting\.json[\s\S]*Remove this file/),
    );
  });

  test('proves what a run left, and says what it does not prove', async () => {
    for (const args of [['verify'], ['verify', '--quick']]) {
      const { status, out, err } = await run(...args);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(/^acme: as it was written\n {2}proven {6}\d+ entries of the landing index follow each other/);
      expect(out).toContain('not proven  that a source was complete when it was fetched');
    }
    expect(await shop.json('verify')).toMatchObject({
      companies: [{ company: 'acme', is_proven: true, doubts: [] }],
      errors: [],
    });
  });

  test('stops a run, a rebuild and doctor where the index was changed', async () => {
    alter(index(), '"currency":"MYR"', '"currency":"SGD"');
    for (const args of [['verify'], ['verify', '--quick'], ['run', '--date', day], ['rebuild']])
      expect(await run(...args)).toMatchObject(refused('LANDING_INDEX_DAMAGED'));
    const doctor = await run('doctor');
    expect(doctor.status).toBe(1);
    expect(doctor.out).toContain('WRONG acme, evidence: The landing index is damaged');
  });

  test('leaves a figure that was changed in the warehouse to a rebuild, which finds what was published of it', async () => {
    const verdicts = shop.report(day, 'verdicts.json');
    const instance = await DuckDBInstance.create(shop.data.warehouse);
    const connection = await instance.connect();
    await connection.run('update core.payment set amount = amount + 1');
    connection.closeSync();
    instance.closeSync();
    expect(await run('verify')).toMatchObject(proven);
    await run('run', '--date', day);
    expect((await run('rebuild', '--compare')).status).toBe(4);
    expect(await run('rebuild')).toMatchObject(proven);
    await run('run', '--date', day);
    expect(shop.report(day, 'verdicts.json')).toBe(verdicts);
  });

  test('says where there is no warehouse, and where a rebuilt one is not in its place', async () => {
    renameSync(shop.data.warehouse, `${shop.data.warehouse}.built`);
    const { status, out } = await run('verify');
    expect(status).toBe(0);
    expect(out).toContain('not proven  the warehouse: not found');
    expect(out).toContain('not proven  that the rebuilt warehouse is in place');
  });

  test('notices a published snapshot whose seal was removed, and so does every command that reads it', async () => {
    rmSync(`${shop.data.published}.seal.json`);
    for (const args of [
      ...[['verify'], ['verify', '--quick'], ['sql', 'select 1'], ['breaks'], ['status'], ['explain', '1.00']],
      ['selftest', '--data'],
      ...[
        ['report', 'daily', '--date', day],
        ['close', day.slice(0, 7), '--no-run'],
        ['rebuild', '--compare'],
      ],
    ]) {
      const { status, err } = await run(...args);
      expect({ args, status, err }).toEqual({ args, status: 4, err: expect.stringContaining('its seal is missing') });
    }
    expect((await run('doctor')).out).toContain('its seal is missing');
    expect(await run('rebuild')).toMatchObject(proven);
    expect(await run('verify')).toMatchObject(proven);
  });

  test('names each file that cannot be read, and verifies the rest', async () => {
    const object = await objectOf('statement');
    for (const path of [object, shop.data.published, runs()]) {
      rmSync(path);
      mkdirSync(path);
    }
    const { status, out } = await run('--json', 'verify');
    expect(status).toBe(4);
    const answer = JSON.parse(out);
    const unreadable = (file: string) => ({ code: 'EVIDENCE_UNREADABLE', place: { file } });
    expect(answer.companies[0].doubts).toMatchObject([unreadable(object), unreadable(shop.data.published)]);
    expect(answer.shared.doubts).toMatchObject([unreadable(runs())]);
    expect(answer.companies[0].proven.join('\n')).toMatch(
      /entries of the landing index.*received files have the sha256/s,
    );
  });

  test('stops a run where the whole index was removed: its receipts would get the numbers of others', async () => {
    for (const name of ['index.jsonl', 'index.head.json']) rmSync(join(shop.data.landing, name));
    for (const args of [['verify'], ['run', '--date', day]])
      expect(await run(...args)).toMatchObject(refused('SNAPSHOT_NOT_OF_LANDING'));
    expect((await run('doctor')).out).toContain('was built from other files than the landing zone has');
  });

  test('notices run records that were changed; a run still gives its verdict and names them', async () => {
    alter(runs(), '"company":"acme"', '"company":"acne"');
    expect(await run('verify')).toMatchObject(refused('RUN_RECORDS_DAMAGED'));
    const verdicts = shop.report(day, 'verdicts.json');
    const again = await run('run', '--date', day);
    expect(again).toMatchObject(refused('RUN_RECORDS_DAMAGED'));
    expect(shop.report(day, 'verdicts.json')).toBe(verdicts);
  });
});
