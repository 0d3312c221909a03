import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { withReader } from '../../src/warehouse/open.ts';
import { proveSnapshot, replaceSealed, sealPath } from '../../src/warehouse/seal.ts';

let folder: string;
let snapshot: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-seal-'));
  snapshot = join(folder, 'published.duckdb');
});

async function publish(content: string) {
  const next = join(folder, 'next');
  writeFileSync(next, content);
  await replaceSealed(next, snapshot);
}

/** Changes a database, or makes one. */
async function changeDatabase(path: string, ...statements: string[]) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  return () => {
    connection.closeSync();
    instance.closeSync();
  };
}

const writeDatabase = async (path: string) =>
  (await changeDatabase(path, 'create table figure as select 1 as amount'))();

const amounts = () =>
  withReader(snapshot, ({ connection }) => readRows(connection, 'select amount from figure'), { ofAnyVersion: true });

/** Writes the log that a program leaves which changes a database and is killed. */
async function writeLog(path: string, statement: string, log: string) {
  const close = await changeDatabase(path, "set checkpoint_threshold = '1TB'", statement);
  copyFileSync(`${path}.wal`, log);
  close();
}

describe('A snapshot', () => {
  test('is proven as it was published, and the next one after it', async () => {
    await publish('one');
    await proveSnapshot(snapshot);
    await publish('two');
    await proveSnapshot(snapshot, { isWhole: true });
    expect(readFileSync(snapshot, 'utf8')).toBe('two');
    expect(JSON.parse(readFileSync(sealPath(snapshot), 'utf8')).contents.length).toBe(1);
  });

  test('that was copied to another machine is read, and proven', async () => {
    await publish('one');
    const copy = join(folder, 'copy.duckdb');
    copyFileSync(snapshot, copy);
    copyFileSync(sealPath(snapshot), sealPath(copy));
    await proveSnapshot(copy);
  });

  test('that was changed is not proven', async () => {
    await publish('one');
    chmodSync(snapshot, 0o600);
    writeFileSync(snapshot, 'two');
    await expect(proveSnapshot(snapshot)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED', exitStatus: 4 });
  });

  test('that was changed with its times kept is found when it is read whole', async () => {
    await publish('one');
    const when = new Date(Math.floor(Date.now() / 1000) * 1000);
    utimesSync(snapshot, when, when);
    writeFileSync(snapshot, 'two');
    utimesSync(snapshot, when, when);
    await expect(proveSnapshot(snapshot, { isWhole: true })).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
  });

  test('is not proven with a seal that is empty or cut off, or of which one byte was changed, removed or added', async () => {
    await publish('one');
    const whole = readFileSync(sealPath(snapshot), 'utf8');
    const expectDamaged = async (seal: string) => {
      writeFileSync(sealPath(snapshot), seal);
      const damaged = { code: 'SNAPSHOT_DAMAGED', place: { file: sealPath(snapshot) } };
      await expect(proveSnapshot(snapshot), seal).rejects.toMatchObject(damaged);
    };
    for (const seal of ['', whole.slice(0, whole.length / 2), '{"contents":[]}']) await expectDamaged(seal);
    for (let at = 0; at < whole.length; at += 1) {
      const digit = /[0-9]/.test(whole[at] ?? '') ? String((Number(whole[at]) + 1) % 10) : 'x';
      for (const byte of [digit, '', `7${whole[at]}`]) {
        const changed = `${whole.slice(0, at)}${byte}${whole.slice(at + 1)}`;
        if (changed === whole) continue;
        await expectDamaged(changed);
      }
    }
  });

  test('is not read without its seal', async () => {
    const next = join(folder, 'next');
    await writeDatabase(next);
    await replaceSealed(next, snapshot);
    await proveSnapshot(snapshot);
    rmSync(sealPath(snapshot));
    const expected = {
      code: 'SNAPSHOT_DAMAGED',
      exitStatus: 4,
      message: expect.stringContaining('its seal is missing'),
    };
    await expect(proveSnapshot(snapshot)).rejects.toMatchObject(expected);
    await expect(amounts()).rejects.toMatchObject(expected);
  });

  test('is read without the changes that another program left beside it, and the next one removes them', async () => {
    const next = join(folder, 'next');
    await writeDatabase(next);
    copyFileSync(next, join(folder, 'changed'));
    await replaceSealed(next, snapshot);
    await writeLog(join(folder, 'changed'), 'update figure set amount = 99', `${snapshot}.wal`);
    expect(await amounts()).toEqual([{ amount: 1 }]);
    await publish('two');
    expect(existsSync(`${snapshot}.wal`)).toBe(false);
  });
});

test('A publisher that is killed between its steps leaves a snapshot that is proven', async () => {
  await publish('one');
  const before = readFileSync(sealPath(snapshot));
  await publish('two');
  const after = readFileSync(sealPath(snapshot));
  const contents = [...JSON.parse(String(before)).contents, ...JSON.parse(String(after)).contents];
  const both = { contents, sha256: createHash('sha256').update(JSON.stringify(contents)).digest('hex') };
  // the seal names both, and the snapshot is the new one, then the old one
  writeFileSync(sealPath(snapshot), `${JSON.stringify(both)}\n`);
  await proveSnapshot(snapshot, { isWhole: true });
  rmSync(snapshot);
  writeFileSync(snapshot, 'one');
  await proveSnapshot(snapshot);
  await publish('three');
  await proveSnapshot(snapshot);
  expect(existsSync(join(folder, 'next'))).toBe(false);
});

/** Publishes up to the rename, which fails: what is behind a descriptor has no name that could be changed. */
async function publishUnfinished(content: string) {
  const next = join(folder, 'unfinished');
  writeFileSync(next, content);
  const descriptor = openSync(next, 'r');
  await expect(replaceSealed(`/dev/fd/${descriptor}`, snapshot)).rejects.toThrow('rename');
  closeSync(descriptor);
}

test('Publishers that are killed one after the other before their rename leave a snapshot that is proven', async () => {
  await publish('one');
  for (const content of ['two', 'three']) {
    await publishUnfinished(content);
    await proveSnapshot(snapshot, { isWhole: true });
  }
  await publish('four');
  await proveSnapshot(snapshot, { isWhole: true });
  expect(readFileSync(snapshot, 'utf8')).toBe('four');
});

test('A snapshot without the seal that it had is not proven while it is replaced', async () => {
  await writeDatabase(snapshot);
  await publishUnfinished('two');
  await expect(proveSnapshot(snapshot)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
  await publish('three');
  await proveSnapshot(snapshot, { isWhole: true });
});

test('A snapshot that was changed is not proven while it is replaced', async () => {
  await publish('one');
  chmodSync(snapshot, 0o600);
  writeFileSync(snapshot, 'changed');
  await publishUnfinished('two');
  await expect(proveSnapshot(snapshot)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
});

test.skipIf(!existsSync('/dev/full'))('A seal that cannot be written for want of space is named', async () => {
  symlinkSync('/dev/full', `${sealPath(snapshot)}.tmp`);
  await expect(publish('one')).rejects.toMatchObject({ code: 'DISK_FULL' });
});
