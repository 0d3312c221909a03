import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig, givenData } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { readPdf } from '../given/sign-off.ts';

const month = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').toPlainYearMonth().subtract({ months: 1 });
const first = month.toPlainDate({ day: 1 });
const last = month.toPlainDate({ day: month.daysInMonth });
let sandbox: RunningSandbox;
beforeAll(async () => {
  const days = month.daysInMonth;
  sandbox = await startSandbox({ seed: 13, days, until: last.toString(), breaks: 'none', ordersPerDay: 6 });
});
afterAll(() => sandbox.close());

const countsSchema = z.object({
  days: z.number(),
  reconciled_days: z.number(),
  controls: z.number(),
  waived: z.number(),
  decided: z.number(),
  control_kinds: z.number(),
  written_off: z.array(z.unknown()),
});
const manifestSchema = z.object({
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  controls: z.array(
    z.object({ control: z.string(), business_date: z.string(), state: z.string(), is_decided: z.boolean() }),
  ),
  not_set_up: z.array(z.object({ title: z.string(), input: z.string() })),
  decided: z.array(z.object({ break_id: z.string(), author: z.string(), note: z.string(), decision: z.string() })),
});
const closed = z.object({
  companies: z.array(z.object({ closed: z.literal(true), manifest: z.string(), counts: countsSchema })).length(1),
});

/** The files of a folder and its folders, by their path in it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : []))
    .sort();

/** Opens a database for writing in another process, and keeps it open: what nothing refers to is closed by the garbage collector. */
async function startWriter(path: string): Promise<ChildProcess> {
  const program = `import('@duckdb/node-api').then(async ({ DuckDBInstance }) => {
    const instance = await DuckDBInstance.create(process.argv[1]);
    await instance.connect();
    console.log('open');
    setInterval(() => instance, 1000);
  });`;
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
}

test('A month is closed once every day is reconciled or its items decided', async () => {
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } } });
  await givenSelftest(join(folder, 'data'));
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const close = () => call('close', month.toString());
  // the shop lost one paid order of the first day
  const lines = sandbox.files().orders.split('\r\n');
  const lostOrder = lines.find((line) => line.includes(`,${first.toString()}T`) && line.includes(',paid,'));
  writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => line !== lostOrder).join('\r\n'));

  const before = last.subtract({ days: 1 }).toString();
  expect(await call('run', '--from', first.toString(), '--to', before)).toMatchObject({ status: 3, err: '' });
  expect(await call('run', '--date', last.toString())).toMatchObject({ err: '' });
  const refused = await close();
  expect(refused).toMatchObject({ status: 4, err: '' });
  expect(refused.out).toContain(`${month} is not closed. 11 of 12 gates passed.`);
  // the gate that refuses, with the reconciliation, the day and what to do
  const [, refusal = ''] = refused.out.split('Breaks and suggested matches are decided: no');
  expect(refusal.replaceAll(/\s+/g, ' ')).toContain('Orders to statement');
  expect(refusal).toContain('no order has this number');

  const [broken] = z
    .array(z.looseObject({ break_id: z.string() }))
    .parse(JSON.parse((await call('--json', 'breaks')).out));
  const words = ['--reason', 'own_error', '--note', 'The order was taken by telephone', '--author', 'aida'];
  expect(await call('decide', 'explain', broken?.break_id ?? '', ...words)).toMatchObject({ status: 0, err: '' });
  const done = await call('--json', 'close', month.toString());
  expect(done).toMatchObject({ status: 0, err: '' });
  const { manifest = '', counts } = closed.parse(JSON.parse(done.out)).companies[0] ?? {};
  const {
    files,
    decided,
    controls,
    not_set_up: notSetUp,
  } = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  expect(decided).toMatchObject([
    { break_id: broken?.break_id, decision: 'explain', author: 'aida', note: 'The order was taken by telephone' },
  ]);
  const days = month.daysInMonth;
  expect(counts).toEqual({
    ...{ days, reconciled_days: days, controls: controls.length, waived: 0, decided: 1, written_off: [] },
    control_kinds: new Set(controls.map(({ control }) => control)).size,
  });
  expect(controls.filter(({ state, is_decided }) => state === 'out_of_balance' && !is_decided)).toEqual([]);
  expect(controls.some(({ state }) => state === 'not_made')).toBe(false);
  expect(new Set(controls.map(({ business_date }) => business_date)).size).toBe(days);
  expect(notSetUp.map(({ input }) => input)).toContain('bank');
  expect(files.map(({ name }) => name)).toContain('acme.xlsx');
  for (const { name, sha256 } of files) {
    const bytes = readFileSync(join(dirname(manifest), name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }

  // the page to sign has the hash of the manifest, and SHA256SUMS those of all files
  expect(files.map(({ name }) => name)).not.toContain('statement-MYR.pdf');
  const page = await readPdf(readFileSync(join(dirname(manifest), 'statement-MYR.pdf')));
  expect(page.pageCount).toBe(1);
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(dirname(manifest), name)))
      .digest('hex');
  expect(page.lines).toContain(`Manifest SHA-256 ${hashOf('manifest.json')}`);
  expect(page.lines.join('\n')).toContain(`${days} of ${days} days reconciled`);
  const sums = readFileSync(join(dirname(manifest), 'SHA256SUMS'), 'utf8');
  const others = filesIn(dirname(manifest)).filter((name) => name !== 'SHA256SUMS');
  expect(others).toContain('tables/transaction.parquet');
  expect(sums).toBe(others.map((name) => `${hashOf(name)}  ${name}\n`).join(''));

  // the pack is held against what landing keeps of it
  const proven = await call('verify');
  expect(proven).toMatchObject({ status: 0, err: '' });
  expect(proven.out).toContain(`the pack of ${month} v1 is unchanged since the month was closed`);
  const damaged = (what: string) => ({
    status: 4,
    err: expect.stringContaining(
      `PACK_DAMAGED: The pack of ${month} v1 has changed since the month was closed: ${what}`,
    ),
  });
  for (const name of ['acme.xlsx', 'manifest.json', 'statement-MYR.pdf', 'SHA256SUMS']) {
    const file = join(dirname(manifest), name);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes, Buffer.from(' ')]));
    expect(await call('verify')).toMatchObject(damaged(`${name} has sha256`));
    rmSync(file);
    expect(await call('verify')).toMatchObject(damaged(`${name} is missing`));
    writeFileSync(file, bytes);
  }
  const added = join(dirname(manifest), 'notes.txt');
  writeFileSync(added, 'a note');
  expect(await call('verify')).toMatchObject(damaged('notes.txt was added'));
  rmSync(added);
  expect(await call('verify')).toMatchObject({ status: 0, err: '' });
  // closed again with the same figures: nothing new is kept, and the next run has no new input
  const index = () => readFileSync(join(givenData(folder).landing, 'index.jsonl'), 'utf8');
  const kept = index();
  expect(await close()).toMatchObject({ status: 0, err: '' });
  expect(index()).toBe(kept);

  const pack = dirname(manifest);
  const filesOfPack = () => filesIn(pack).map((name) => [name, readFileSync(join(pack, name)).toString('base64')]);
  const sealed = filesOfPack();
  // killed before the pack took the place of an earlier one: it is whole beside it, and so is what it replaces
  for (const hasEarlier of [true, false]) {
    renameSync(pack, `${pack}.01234567.tmp`);
    cpSync(`${pack}.01234567.tmp`, hasEarlier ? pack : `${pack}.89abcdef.tmp`, { recursive: true });
    writeFileSync(join(hasEarlier ? pack : `${pack}.89abcdef.tmp`, 'manifest.json'), '{}');
    const unplaced = await call('verify');
    expect(unplaced).toMatchObject({ status: 0, err: '' });
    expect(unplaced.out).toContain(`\`tieout close ${month}\` moves it into place`);
    // a program that has opened what is published for writing stops nobody
    const { published } = givenData(folder);
    chmodSync(published, 0o600);
    const writer = await startWriter(published);
    const again = await close();
    writer.kill();
    expect(again).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(dirname(pack))).toEqual(['v1']);
    expect(readdirSync(dirname(published)).filter((name) => name.startsWith('pack-'))).toEqual([]);
    expect(filesOfPack()).toEqual(sealed);
    expect(index()).toBe(kept);
    expect((await call('verify')).out).toContain(`the pack of ${month} v1 is unchanged since the month was closed`);
  }
});

test('A month with a day that was never run is run before it is closed, or refused', async () => {
  const { path, folder, env } = givenConfig(sandbox);
  await givenSelftest(join(folder, 'data'));
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const from = first.add({ days: 1 }).toString();
  expect(await call('run', '--from', from, '--to', last.toString())).toMatchObject({ status: 0, err: '' });
  const refused = await call('close', month.toString(), '--no-run');
  expect(refused.status).toBe(4);
  expect(refused.out).toMatch(/Every day is reconciled: no/);
  expect(refused.out).toMatch(/MYR +1 [A-Z][a-z]+ \d{4} +The day has not been reconciled\./);
  expect(await call('close', 'last-month')).toMatchObject({ status: 0, err: '' });
});
