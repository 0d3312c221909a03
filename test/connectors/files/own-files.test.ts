import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from '../../../src/config/schema.ts';
import { extractCompany } from '../../../src/connectors/extract-company.ts';
import { filesConfiguration } from '../../../src/connectors/files/configuration.ts';
import { filesMatching, leadsOut } from '../../../src/connectors/files/file-pattern.ts';
import { probeFiles } from '../../../src/connectors/files/probe.ts';
import { openHttpClient } from '../../../src/connectors/http/client.ts';
import { silentProgress } from '../../../src/domain/progress.ts';
import { TieoutError } from '../../../src/domain/tieout-error.ts';
import { type Landing, openLanding } from '../../../src/landing/landing.ts';

const http = openHttpClient();
afterAll(() => http.close());
const day = Temporal.PlainDate.from('2026-11-10');
const orders = (...numbers: number[]) =>
  `order,date,amount,status\n${numbers.map((no) => `O-${no},2026-11-10 09:00:00,10.00,paid\n`).join('')}`;

let folder: string;
let landing: Landing;
let notes: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-own-files-'));
  landing = await openLanding(join(folder, 'landing'));
  notes = [];
});

/** Writes a file that nobody has touched for a minute, so that a test does not wait for it. */
function write(name: string, content: string, age = 60): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const at = Date.now() / 1000 - age;
  utimesSync(path, at, at);
  return path;
}

function companyWith(books: object) {
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'T' } };
  const company = { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway, books };
  const [parsed] = configSchema.parse({ companies: [company] }).companies;
  if (parsed === undefined) throw new Error('there is no company');
  return parsed;
}

/** Reads the files of the configuration: the names that are new in landing, in their order, and the codes of the errors. */
async function read(books: object): Promise<{ names: (string | null)[]; codes: string[] }> {
  const before = landing.lastReceiptId();
  const { errors } = await extractCompany({
    company: companyWith(books),
    http,
    landing,
    period: { from: day, to: day.add({ days: 1 }) },
    openDays: 0,
    refresh: false,
    isLocalOnly: true,
    secret: () => () => '',
    resolvePath: (path) => join(folder, path),
    progress: { step: (title) => ({ ...silentProgress.step(''), done: (text) => notes.push(`${title}: ${text}`) }) },
  });
  const names = landing
    .receipts()
    .filter(({ receipt_id }) => receipt_id > before)
    .map(({ original_name }) => original_name);
  return { names, codes: errors.map((error) => (error instanceof TieoutError ? error.code : String(error))) };
}

test('A folder is imported by name in natural order, leftovers are left out, other files are named', async () => {
  for (const no of [10, 2, 1]) write(`in/orders-${no}.csv`, orders(no));
  const leftovers = [
    '~$orders-1.xlsx',
    'a.csv.part',
    'b.crdownload',
    'c.tmp',
    '.hidden.csv',
    '.DS_Store',
    'desktop.ini',
  ];
  for (const name of leftovers) write(`in/${name}`, orders(99));
  write('in/readme.pdf', '%PDF-1.7 not a table');
  write('in/more.data', '{"order":"O-7","date":"2026-11-10 09:00:00","amount":"1.00","status":"paid"}\n');
  mkdirSync(join(folder, 'in/old'));
  expect(await read({ orders: { file: 'in' } })).toEqual({
    names: ['more.data', 'orders-1.csv', 'orders-2.csv', 'orders-10.csv'],
    codes: [],
  });
  expect(notes).toEqual(['Files of orders: 4 of 4 imported; ignored: readme.pdf']);
  expect(landing.receipts().map(({ ext }) => ext)).toEqual(['jsonl', 'csv', 'csv', 'csv']);
});

test('Each file is compared with what was received last under its own name', async () => {
  write('in/a.csv', orders(1));
  write('in/b.csv', orders(2));
  const all = { orders: { file: 'in' } };
  expect((await read(all)).names).toEqual(['a.csv', 'b.csv']);
  expect((await read(all)).names).toEqual([]);
  write('in/a.csv', orders(1, 3));
  expect((await read(all)).names).toEqual(['a.csv']);
  // a copy and a new name hold nothing new
  write('in/b (copy).csv', orders(2));
  renameSync(join(folder, 'in/b.csv'), join(folder, 'in/c.csv'));
  expect((await read(all)).names).toEqual([]);
  // a correction that is taken back is received again
  write('in/a.csv', orders(1));
  expect((await read(all)).names).toEqual(['a.csv']);
});

test('A list takes files, folders and patterns in its order; files of one name are told apart', async () => {
  write('one.csv', orders(1));
  write('in/x.csv', orders(2));
  write('2026/10/x.csv', orders(3));
  write('2026/11/y.csv', orders(4));
  expect(await read({ orders: { file: ['2026/**/*.csv', 'one.csv', 'in', 'in/x.csv'] } })).toEqual({
    names: ['10/x.csv', '11/y.csv', 'one.csv', 'x.csv'],
    codes: [],
  });
  write('other/x.csv', orders(5));
  expect((await read({ orders: { file: ['in', 'other'] } })).names).toEqual(['other: x.csv']);
});

test('A pattern knows *, ? and **, and follows no loop', async () => {
  for (const name of ['a/b1.csv', 'a/b12.csv', 'a/[x].csv', 'a/c/b3.csv', 'a/.git/b4.csv']) write(name, 'x');
  symlinkSync(join(folder, 'a'), join(folder, 'a/c/loop'));
  const matches = async (pattern: string) => (await filesMatching(join(folder, pattern))).names.sort();
  expect(await matches('a/b?.csv')).toEqual(['b1.csv']);
  expect(await matches('a/b*.csv')).toEqual(['b1.csv', 'b12.csv']);
  expect(await matches('a/[x]*')).toEqual(['[x].csv']);
  expect(await matches('**/b*.csv')).toEqual(['a/b1.csv', 'a/b12.csv', 'a/c/b3.csv']);
  expect(await matches('a/**')).toEqual(['[x].csv', 'b1.csv', 'b12.csv', 'c/b3.csv']);
  expect(await matches('nowhere/*.csv')).toEqual([]);
  expect(['a/*/../b.csv', '*/..', '../a/*.csv', 'a..b/*.csv'].map(leadsOut)).toEqual([true, true, false, false]);
});

test('An empty folder or pattern is no error and is named; a missing file keeps its whole book for the next run', async () => {
  mkdirSync(join(folder, 'in'));
  expect(await read({ orders: { file: ['in', 'none/*.csv'] } })).toEqual({ names: [], codes: [] });
  expect(notes).toEqual(['Files of orders: 0 of 0 imported; no file in in; no file in none/*.csv']);
  write('in/a.csv', orders(1));
  expect(await read({ orders: { file: ['in', 'gone.csv'] } })).toEqual({ names: [], codes: ['BOOK_FILE_MISSING'] });
  // one that arrives once a month may not be there yet
  expect(await read({ orders: { file: 'gone.csv', cadence: 'monthly' } })).toEqual({ names: [], codes: [] });
});

test('A ledger file is received when it has changed, and is no error before it is there', async () => {
  const inLedger = (file: string) => read({ ledger: { file, accounts: { gateway: '1150' } } });
  const balances = (balance: string) =>
    write('ledger/november.csv', `Account,Date,Balance\n1150,2026-11-10,${balance}\n`);
  expect(await inLedger('ledger/november.csv')).toEqual({ names: [], codes: [] });
  expect(await inLedger('ledger/*.csv')).toEqual({ names: [], codes: [] });
  for (const balance of ['1.00', '2.00']) {
    balances(balance);
    expect(await inLedger('ledger/*.csv')).toEqual({ names: ['november.csv'], codes: [] });
    expect(await inLedger('ledger/*.csv')).toEqual({ names: [], codes: [] });
  }
  const kinds = landing.receipts().map(({ kind, currency }) => `${kind} ${currency}`);
  expect(kinds).toEqual(['ledger_balances MYR', 'ledger_balances MYR']);
});

const writers: ChildProcess[] = [];
afterAll(() => {
  for (const writer of writers) writer.kill();
});

/** A process that writes to a file every 100 ms, as an export in progress does. Resolves when it has begun. */
async function startWriting(path: string): Promise<ChildProcess> {
  const code = `const fs = require('node:fs'); const path = process.argv[1];
    setInterval(() => { fs.appendFileSync(path, 'O-8,2026-11-10 09:00:00,10.00,paid\\n'); console.log('written'); }, 100);`;
  const writer = spawn(process.execPath, ['-e', code, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  writers.push(writer);
  await once(writer.stdout, 'data');
  return writer;
}

test('A file that is being written is left for the next run, with the other files of its book', async () => {
  write('in/a.csv', orders(1));
  const path = write('in/b.csv', orders(2));
  write('bank.csv', 'date,amount\n2026-11-10,1.00\n');
  const configured = { orders: { file: 'in' }, bank: { file: 'bank.csv' } };
  const writer = await startWriting(path);
  expect(await read(configured)).toEqual({ names: ['bank.csv'], codes: ['BOOK_FILE_BEING_WRITTEN'] });
  expect(notes).toEqual(['Files of orders: left for the next run', 'Files of bank: 1 of 1 imported']);
  writer.kill();
  await once(writer, 'exit');
  // just written: the run waits until the file was quiet for a second
  expect(await read(configured)).toEqual({ names: ['a.csv', 'b.csv'], codes: [] });
  expect(Date.now() - statSync(path).mtimeMs).toBeGreaterThan(900);
});

test('A writer that replaces the file is no obstacle, and a time in the future neither', async () => {
  const path = write('orders.csv', orders(1), -3600);
  const reading = read({ orders: { file: 'orders.csv' } });
  await sleep(300);
  writeFileSync(`${path}.new`, orders(1, 2));
  rmSync(path);
  renameSync(`${path}.new`, path);
  expect(await reading).toEqual({ names: ['orders.csv'], codes: [] });
  expect(landing.receipts().map(({ bytes }) => bytes)).toEqual([orders(1, 2).length]);
});

test('doctor lists the files of each book with their formats', async () => {
  write('in/a.csv', orders(1));
  write('in/b.jsonl', '{"order":"O-2"}\n');
  write('in/c.pdf', '%PDF');
  const look = async (books: object) => {
    const section = z.object(filesConfiguration).parse({ books });
    const resolvePath = (path: string) => join(folder, path);
    const found = await probeFiles({ company: companyWith(books), section, http, secret: () => () => '', resolvePath });
    return found.map(({ check, isOk, detail, fix }) => `${check} ${isOk ? 'ok' : `wrong, ${fix}`} ${detail}`);
  };
  const remedy = (book: string) => `wrong, Put the file there, or remove books.${book}.file from the configuration.`;
  expect(await look({ orders: { file: 'in' }, bank: { file: 'bank/*.csv' } })).toEqual([
    'orders file ok in: 1 CSV, 1 JSON lines; a.csv, b.jsonl; ignored: c.pdf',
    'bank file ok bank/*.csv: no file yet',
  ]);
  expect(await look({ orders: { file: 'gone.csv' }, callbacks: { file: 'in/b.jsonl' } })).toEqual([
    `orders file ${remedy('orders')} gone.csv is not there or cannot be read.`,
    'callbacks file ok in/b.jsonl: 1 JSON lines, 16 bytes',
  ]);
  const ledger = (file: string) => look({ ledger: { file, accounts: { gateway: '1150' } } });
  expect(await ledger('gone.csv')).toEqual([
    `ledger file ${remedy('ledger')} gone.csv is not there or cannot be read.`,
  ]);
  expect(await ledger('in/a.csv')).toEqual(['ledger file ok in/a.csv: 1 CSV, 60 bytes']);
  // a ledger is a table
  expect(await ledger('in/b.jsonl')).toEqual([expect.stringMatching(/^ledger file wrong/)]);
});

test('An export that is declared whole is received again when it was written again, and under another name', async () => {
  const whole = { orders: { file: 'in', covers: 'through_previous_day' } };
  write('in/1.csv', orders());
  expect((await read(whole)).names).toEqual(['1.csv']);
  expect((await read(whole)).names).toEqual([]);
  // a quiet day: the same content, in a file of its own
  write('in/2.csv', orders());
  expect((await read(whole)).names).toEqual(['2.csv']);
  // written again after it was received; a time in the future is the clock of another machine
  write('in/2.csv', orders(), -60);
  expect((await read(whole)).names).toEqual(['2.csv']);
  // without the declaration the same content is the same file
  expect((await read({ orders: { file: 'in' } })).names).toEqual([]);
});

test('The days of a book are declared, and a due day belongs to a cadence', () => {
  const bookOf = (book: object) =>
    z
      .object(filesConfiguration)
      .safeParse({ books: { bank: book } })
      .error?.issues.map(({ message }) => message) ?? [];
  expect(bookOf({ cadence: 'monthly', due_day: 7 })).toEqual([]);
  expect(bookOf({ cadence: 'weekly', due_weekday: 'friday' })).toEqual([]);
  expect(bookOf({ due_day: 7 })).toEqual(['needs cadence: monthly']);
  expect(bookOf({ cadence: 'monthly', due_weekday: 'friday' })).toEqual(['needs cadence: weekly']);
});
