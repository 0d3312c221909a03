import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { openIndex } from '../../src/landing/index-file.ts';
import { objectPathIn } from '../../src/landing/landing.ts';
import { numberOf, readRows } from '../../src/warehouse/duckdb-values.ts';
import { replaceSealed } from '../../src/warehouse/seal.ts';
import { tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';
import { blockBytes } from '../given/warehouse.ts';

const day = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 2 }).toString();
const saved = mkdtempSync(join(tmpdir(), 'tieout-verify-'));
let sandbox: RunningSandbox;
let given: ReturnType<typeof givenConfig>;
let first: Awaited<ReturnType<typeof tieout>>;
const run = (...args: string[]) => tieout(['-q', '-c', given.path, ...args], given.env);

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, days: 5, until: day, ordersPerDay: 10 });
  given = givenConfig(sandbox);
  first = await run('run', '--date', day);
  expect(first.err).toBe('');
  cpSync(join(given.folder, 'data'), saved, { recursive: true, preserveTimestamps: true });
});
beforeEach(() => {
  rmSync(join(given.folder, 'data'), { recursive: true });
  cpSync(saved, join(given.folder, 'data'), { recursive: true, preserveTimestamps: true });
});
afterAll(async () => {
  rmSync(saved, { recursive: true });
  await sandbox.close();
});

const data = () => givenData(given.folder);
const index = () => join(data().landing, 'index.jsonl');

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
  return objectPathIn(data().landing, receipt);
}

/** Publishes another file in place of the snapshot, with its seal: the snapshot with some changes. */
async function publishChanged(change: (path: string, connection: DuckDBConnection) => Promise<void>): Promise<void> {
  const next = join(given.folder, 'next.duckdb');
  copyFileSync(data().published, next);
  chmodSync(next, 0o600);
  const instance = await DuckDBInstance.create(next);
  const connection = await instance.connect();
  await change(next, connection);
  connection.closeSync();
  instance.closeSync();
  chmodSync(next, 0o400);
  await replaceSealed(next, data().published);
}

describe('tieout verify', () => {
  test('notices the snapshot of another company, with its seal', async () => {
    await publishChanged(async (_, connection) => {
      await connection.run("update raw.receipt set company = 'bravo'");
    });
    const expected = {
      status: 4,
      err: expect.stringMatching(/SNAPSHOT_NOT_OF_LANDING[\s\S]*of bravo, another company/),
    };
    expect(await run('verify')).toMatchObject(expected);
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
    const next = join(given.folder, 'next.duckdb');
    const bytes = readFileSync(data().published);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(next, bytes);
    await replaceSealed(next, data().published);
    const { status, err } = await run('verify');
    expect(status).toBe(4);
    expect(err).toMatch(/WAREHOUSE_UNREADABLE: The warehouse was altered on disk: Corrupt database file/);
    expect(err).toContain(data().published);
    expect((await run('doctor')).out).toContain('The warehouse was altered on disk');
  });

  test('names what a killed forget left and that cannot be read', async () => {
    writeFileSync(join(dirname(data().landing), 'forgetting.json'), '{"values":');
    const words = ['--by', 'aida', '--note', 'She asked'];
    expect(await run('forget', '--customer', 'siti@example.com', ...words)).toMatchObject({
      status: 4,
      err: expect.stringMatching(/FORGETTING_UNREADABLE[\s\S]*forgetting\.json[\s\S]*Remove this file/),
    });
  });

  test('proves what a run left, and says what it does not prove', async () => {
    for (const args of [['verify'], ['verify', '--quick']]) {
      const { status, out, err } = await run(...args);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(/^acme: as it was written\n {2}proven {6}\d+ entries of the landing index follow each other/);
      expect(out).toContain('not proven  that a source was complete when it was fetched');
    }
    const { out } = await run('--json', 'verify');
    expect(JSON.parse(out)).toMatchObject({
      companies: [{ company: 'acme', is_proven: true, doubts: [] }],
      errors: [],
    });
  });

  test('names an amount that was edited in a received file, which no rebuild loads', async () => {
    const path = await objectOf('statement');
    alter(path, /\.0(?=\d)/, '.9');
    expect(await run('verify')).toMatchObject({ status: 4, err: expect.stringContaining('LANDING_OBJECT_DAMAGED') });
    const rebuilt = await run('rebuild');
    expect(rebuilt).toMatchObject({ status: 4, err: expect.stringContaining('LANDING_OBJECT_DAMAGED') });
    const { out } = await run(
      ...['--json', 'sql', "select load_status from raw.receipt where kind = 'statement' order by receipt_id"],
    );
    expect(JSON.parse(out)[0]).toMatchObject({ load_status: 'refused' });
    const whole = await run('--json', 'verify');
    expect(JSON.parse(whole.out).companies[0].doubts).toHaveLength(1);
  });

  test('stops a run, a rebuild and doctor where the index was changed', async () => {
    alter(index(), '"currency":"MYR"', '"currency":"SGD"');
    for (const args of [['verify'], ['verify', '--quick'], ['run', '--date', day], ['rebuild']])
      expect(await run(...args)).toMatchObject({ status: 4, err: expect.stringContaining('LANDING_INDEX_DAMAGED') });
    const doctor = await run('doctor');
    expect(doctor.status).toBe(1);
    expect(doctor.out).toContain('WRONG acme, evidence: The landing index is damaged');
  });

  test('notices a published snapshot of receipts that landing does not have', async () => {
    const lines = readFileSync(index(), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    // a backup of the folder before the last entries, with its own head
    writeFileSync(index(), `${lines.slice(0, -2).join('\n')}\n`);
    const head = join(dirname(index()), 'index.head.json');
    const kept = (lines.at(-3) ?? '').match(/"hash":"([0-9a-f]{64})"\}$/)?.[1];
    writeFileSync(head, `${JSON.stringify({ entries: lines.length - 2, hash: kept })}\n`);
    expect(await run('verify')).toMatchObject({ status: 4, err: expect.stringContaining('SNAPSHOT_NOT_OF_LANDING') });
  });

  test('notices a published snapshot that was changed, and so does every command that reads it', async () => {
    const path = data().published;
    chmodSync(path, 0o600);
    const bytes = readFileSync(path);
    bytes[bytes.length - 5000] = (bytes[bytes.length - 5000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    for (const args of [['verify'], ['sql', 'select 1'], ['breaks'], ['status'], ['selftest', '--data']])
      expect(await run(...args)).toMatchObject({ status: 4, err: expect.stringContaining('SNAPSHOT_DAMAGED') });
    expect(await run('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
  });

  test('leaves a figure that was changed in the warehouse to a rebuild, which finds what was published of it', async () => {
    const instance = await DuckDBInstance.create(data().warehouse);
    const connection = await instance.connect();
    await connection.run('update core.payment set amount = amount + 1');
    connection.closeSync();
    instance.closeSync();
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
    await run('run', '--date', day);
    expect((await run('rebuild', '--compare')).status).toBe(4);
    expect(await run('rebuild')).toMatchObject({ status: 0, err: '' });
    expect((await run('rebuild', '--compare')).status).toBe(0);
    expect((await run('run', '--date', day)).status).toBe(first.status);
  });

  test('says where there is no warehouse, and where a rebuilt one is not in its place', async () => {
    renameSync(data().warehouse, `${data().warehouse}.built`);
    const { status, out } = await run('verify');
    expect(status).toBe(0);
    expect(out).toContain('not proven  the warehouse: not found');
    expect(out).toContain('not proven  that the rebuilt warehouse is in place');
  });

  test('notices a published snapshot whose seal was removed, and so does every command that reads it', async () => {
    rmSync(`${data().published}.seal.json`);
    for (const args of [
      ...[
        ['verify'],
        ['verify', '--quick'],
        ['sql', 'select 1'],
        ['breaks'],
        ['status'],
        ['report', 'daily', '--date', day],
      ],
      ...[
        ['close', day.slice(0, 7), '--no-run'],
        ['explain', '1.00'],
        ['rebuild', '--compare'],
      ],
    ]) {
      const { status, err } = await run(...args);
      expect({ args, status, err }).toEqual({ args, status: 4, err: expect.stringContaining('its seal is missing') });
    }
    expect((await run('doctor')).out).toContain('its seal is missing');
    expect(await run('rebuild')).toMatchObject({ status: 0, err: '' });
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
  });

  test('notices a published snapshot that was removed', async () => {
    rmSync(data().published);
    expect(await run('verify')).toMatchObject({ status: 4, err: expect.stringContaining('it is missing') });
  });

  test('names each file that cannot be read, and verifies the rest', async () => {
    const object = await objectOf('statement');
    const runs = join(given.folder, 'data', 'runs.jsonl');
    for (const path of [object, data().published, runs]) {
      rmSync(path);
      mkdirSync(path);
    }
    const { status, out } = await run('--json', 'verify');
    expect(status).toBe(4);
    const answer = JSON.parse(out);
    const unreadable = (file: string) => ({ code: 'EVIDENCE_UNREADABLE', place: { file } });
    expect(answer.companies[0].doubts).toMatchObject([unreadable(object), unreadable(data().published)]);
    expect(answer.shared.doubts).toMatchObject([unreadable(runs)]);
    expect(answer.companies[0].proven.join('\n')).toMatch(
      /entries of the landing index.*received files have the sha256/s,
    );
  });

  test('names the landing index that cannot be read, and proves the published snapshot nevertheless', async () => {
    rmSync(index());
    mkdirSync(index());
    const { status, out } = await run('--json', 'verify');
    expect(status).toBe(4);
    const [{ proven, doubts }] = JSON.parse(out).companies;
    expect(doubts).toMatchObject([{ code: 'EVIDENCE_UNREADABLE', place: { file: index() } }]);
    expect(proven).toEqual(['the published snapshot is unchanged since it was published']);
  });

  test('names files and folders that this user may not read', async () => {
    // the superuser may read every file
    const isAllowed = process.getuid?.() === 0;
    const object = await objectOf('statement');
    chmodSync(object, 0);
    chmodSync(join(given.folder, 'data', 'runs.jsonl'), 0);
    chmodSync(dirname(data().published), 0);
    const { status, err } = await run('verify');
    chmodSync(dirname(data().published), 0o700);
    expect(status).toBe(isAllowed ? 0 : 4);
    for (const path of isAllowed ? [] : [object, 'runs.jsonl', data().published])
      expect(err).toMatch(new RegExp(`EVIDENCE_UNREADABLE[^]*${path}`));
  });

  test('notices that the landing index was removed, also in doctor', async () => {
    rmSync(index());
    expect(await run('verify')).toMatchObject({ status: 4, err: expect.stringContaining('LANDING_INDEX_DAMAGED') });
    expect((await run('doctor')).out).toContain('WRONG acme, evidence: The landing index is damaged');
  });

  test('stops a run where the whole index was removed: its receipts would get the numbers of others', async () => {
    for (const name of ['index.jsonl', 'index.head.json']) rmSync(join(data().landing, name));
    for (const args of [['verify'], ['run', '--date', day]])
      expect(await run(...args)).toMatchObject({ status: 4, err: expect.stringContaining('SNAPSHOT_NOT_OF_LANDING') });
    expect((await run('doctor')).out).toContain('was built from other files than the landing zone has');
  });

  test('notices run records that were changed; a run still gives its verdict and names them', async () => {
    const path = join(given.folder, 'data', 'runs.jsonl');
    alter(path, '"company":"acme"', '"company":"acne"');
    expect(await run('verify')).toMatchObject({ status: 4, err: expect.stringContaining('RUN_RECORDS_DAMAGED') });
    const again = await run('run', '--date', day);
    expect(again).toMatchObject({ status: 4, err: expect.stringContaining('RUN_RECORDS_DAMAGED') });
    expect(again.out).toBe(first.out);
  });
});
