import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/company/reading-instructions.ts';
import { defaultReading } from '../../src/domain/reading.ts';
import type { LoadPlan, RecordReader } from '../../src/domain/receipt-kind.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { derive } from '../../src/warehouse/derive.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipt.ts';
import { givenReading, landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await sleep(20);
  }
}

const damagedInTheMiddle: RecordReader = async function* () {
  yield { line: 1, cells: { body: 'a' } };
  yield { line: 2, problem: 'No object.', text: 'b' };
  throw new TieoutError({ code: 'FILE_TRUNCATED', message: 'The file is damaged.', remedy: 'Send it again.' });
};

const recordsPlan: Omit<Extract<LoadPlan, { format: 'records' }>, 'read'> = {
  format: 'records',
  formats: ['jsonl'],
  title: 'callback file',
  columns: { body: ['body'] },
  required: ['body'],
  staged: 'staging.callback',
  section: 'books.callbacks',
  steps: [],
};

const records = (read: RecordReader, steps: string[] = []) => ({
  plan: { ...recordsPlan, read, steps },
  sqlFolder: 'load',
  reading: defaultReading,
  earlier: () => [],
});

test('A file that is rejected halfway leaves no rows', async () => {
  const file = landed('a', { kind: 'callbacks', ext: 'jsonl' });
  const outcome = await loadReceipt(acme.connection, file, records(damagedInTheMiddle));
  expect(outcome).toMatchObject({ status: 'refused', rows: 0 });
  await collectGarbage();
  expect(await acme.rows('select * from raw.file_record')).toEqual([]);
  expect(await acme.rows('select * from staging.rejected_row')).toEqual([]);
});

test('A file that is received again is not read again', async () => {
  const text = 'order,date,amount,status\n1,2026-11-01 10:00:00,10.00,paid\n';
  const facts = { kind: 'orders', currency: 'MYR' };
  expect(await acme.load(landed(text, facts))).toMatchObject({ status: 'loaded', rows: 1 });
  const again = landed(text, facts);
  rmSync(again.path);
  expect(await acme.load(again)).toMatchObject({ status: 'repeated' });
});

test('A file that states its currency itself is not read again either', async () => {
  const text = 'Account currency: MYR\norder,date,amount,status\n1,2026-11-01 10:00:00,10.00,paid\n';
  const facts = { kind: 'orders', currency: null, file_name: 'stating.csv' };
  expect(await acme.load(landed(text, facts))).toMatchObject({ status: 'loaded', rejected: 0 });
  expect(await acme.load(landed(text, facts))).toMatchObject({ status: 'repeated' });
});

const twoCallbacks: RecordReader = async function* () {
  yield { line: 1, cells: { body: 'a' } };
  yield { line: 2, problem: 'No object.', text: 'b' };
};
const failing = (error: Error): RecordReader =>
  async function* () {
    yield { line: 1, cells: { body: 'a' } };
    throw error;
  };

test.each([
  ['a fault of the reader', records(failing(new TypeError('Cannot read properties of undefined')))],
  ['an error of the database in a step', records(twoCallbacks, ['payment_insert'])],
  [
    'an error of the database in a JSON answer',
    { ...records(twoCallbacks), plan: { format: 'json', steps: ['payment_insert'] } as const },
  ],
])('%s refuses the file by name, and the next file is loaded', async (_, instructions) => {
  const file = landed('[]', { kind: 'callbacks', ext: 'jsonl' });
  const outcome = await loadReceipt(acme.connection, file, instructions);
  expect(outcome).toMatchObject({ status: 'refused', error: { code: 'FILE_NOT_LOADED', exitStatus: 4 } });
  expect(outcome.message).toMatch(/^The file could not be loaded: [^\n]+$/);
  const left = await acme.rows(
    'select (select count(*) from raw.file_record) + (select count(*) from staging.rejected_row) as n',
  );
  expect(left).toEqual([{ n: 0n }]);
  expect(await acme.rows('select table_name from duckdb_tables() where temporary')).toEqual([]);
  const good = `order,date,amount,status\n${file.receipt_id},2026-11-01 10:00:00,10.00,paid\n`;
  expect(await acme.load(landed(good, { kind: 'orders', currency: 'MYR' }))).toMatchObject({ status: 'loaded' });
});

test('The refusal names the statement that failed', async () => {
  const file = landed('[]', { kind: 'callbacks', ext: 'jsonl' });
  const instructions = records(twoCallbacks, ['payment_insert']);
  const { message } = await loadReceipt(acme.connection, file, instructions);
  expect(message).toMatch(/ \(in payment_insert\)$/);
  const { plan } = instructions;
  const lacking = { ...instructions, plan: { ...plan, staged: 'staging.missing' } };
  const outcome = await loadReceipt(acme.connection, landed('[]', { kind: 'callbacks', ext: 'jsonl' }), lacking);
  expect(outcome.message).toMatch(/ \(in staging\.missing\)$/);
});

test.each([
  ['a full disk', 'DISK_FULL', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['no memory', 'WAREHOUSE_NOT_WRITTEN', new Error('Out of Memory Error: could not allocate block of size 256.0 KiB')],
  [
    'a write that fails',
    'DISK_FULL',
    new Error('IO Error: Could not write file "tieout.duckdb.wal": No space left on device'),
  ],
])('%s stops the run by name and refuses no file', async (_, code, error) => {
  const file = landed(`disk ${error.message}`, { kind: 'callbacks', ext: 'jsonl' });
  await expect(loadReceipt(acme.connection, file, records(failing(error)))).rejects.toMatchObject({ code });
  expect(await acme.rows(`select * from raw.receipt where receipt_id = ${file.receipt_id}`)).toEqual([]);
  // once there is space again
  expect(await loadReceipt(acme.connection, file, records(twoCallbacks))).toMatchObject({ status: 'loaded', rows: 2 });
  await acme.execute(`delete from raw.file_record where receipt_id = ${file.receipt_id}`);
  await acme.execute(`delete from staging.rejected_row where receipt_id = ${file.receipt_id}`);
});

function replaceByFolder(path: string) {
  rmSync(path);
  mkdirSync(path);
}

test.each([
  ['is missing in landing', 'LANDING_OBJECT_MISSING', (path: string) => rmSync(path)],
  ['cannot be read in landing', 'LANDING_OBJECT_UNREADABLE', replaceByFolder],
  [
    'was changed in landing',
    'LANDING_OBJECT_DAMAGED',
    (path: string) => appendFileSync(path, 'C-1,2026-11-01,1.00,paid\n'),
  ],
])('A file that %s is refused by name, and nothing is read from it', async (_, code, change) => {
  const file = landed('order,date,amount,status\n', { kind: 'orders', company: 'elsewhere' });
  change(file.path);
  expect(await acme.load(file)).toMatchObject({
    status: 'refused',
    rows: 0,
    error: { code, exitStatus: 4 },
  });
});

describe('Files of the same name', () => {
  const facts = { currency: 'MYR', received_at: '2026-12-20T00:00:00.000Z' };
  const order = (no: string, amount: string, at = '2026-11-01 10:00:00') => `${no},${at},${amount},paid\n`;
  const orders = (file_name: string, ...lines: string[]) =>
    acme.load(landed(`order,date,amount,status\n${lines.join('')}`, { ...facts, kind: 'orders', file_name }));
  const now = (no: string) =>
    acme.lines('select amount from core.merchant_order where order_id = $no and known_to is null', { no });

  test('An order file that goes back to an earlier content is in force again, and nothing is doubled', async () => {
    expect(await orders('a.csv', order('A-1', '10.00'))).toMatchObject({ status: 'loaded' });
    expect(await orders('a.csv', order('A-1', '11.00'))).toMatchObject({ status: 'loaded' });
    expect(await orders('a.csv', order('A-1', '10.00'))).toMatchObject({ status: 'loaded' });
    expect(await now('A-1')).toEqual(['10.0000']);
    expect(await orders('a.csv', order('A-1', '10.00'))).toMatchObject({ status: 'repeated' });
    // several files do not fight: each is compared with the last of its own name
    expect(await orders('b.csv', order('B-1', '5.00'))).toMatchObject({ status: 'loaded' });
    expect(await orders('a.csv', order('A-1', '10.00'))).toMatchObject({ status: 'repeated' });
    expect(await orders('copy of b.csv', order('B-1', '5.00'))).toMatchObject({ status: 'repeated' });
  });

  test('A bank file that goes back adds nothing: bank files overlap, so a line that is left out stays', async () => {
    const bank = (...lines: string[]) => {
      const content = `date,amount,description\n${lines.join('')}`;
      return acme.load(landed(content, { ...facts, kind: 'bank_statement', file_name: 'bank.csv' }));
    };
    const [one, two] = ['2026-11-01,+10.00,ONE\n', '2026-11-02,+20.00,TWO\n'];
    for (const lines of [[one, two], [two], [one, two]])
      expect(await bank(...lines)).toMatchObject({ status: 'loaded' });
    const rows = await acme.lines('select description, count(*) from core.bank_line group by all order by 1');
    expect(rows).toEqual(['ONE 1', 'TWO 1']);
  });

  test('Rejected rows are in force until a later file of the name covers their day', async () => {
    const inForce = () =>
      acme.martLines(
        "select file_name, reason_code from mart.rejected_row where is_in_force and file_name in ('c.csv', 'd.csv') order by all",
      );
    const days = async () => {
      await derive(acme.connection);
      return acme.lines(
        "select strftime(business_date, '%d'), rejected_count from core.rejected_day where kind = 'orders' order by 1",
      );
    };
    const first = order('C-1', '1.00', '2026-11-10 10:00:00');
    const last = order('C-3', '3.00', '2026-11-12 10:00:00');
    await orders('c.csv', first, order('C-2', 'much', '2026-11-11 10:00:00'), 'C-9,soon,9.00,paid\n', last);
    expect(await inForce()).toEqual(['c.csv amount_unreadable', 'c.csv time_unreadable']);
    // the row without a day may belong to any day of the file
    const all = ['10 1', '11 2', '12 1'];
    expect(await days()).toEqual(all);
    await orders('d.csv', first, last);
    await orders('c.csv', order('C-4', '4.00', '2026-12-01 10:00:00'));
    expect(await days()).toEqual(all);
    // the correction reaches the days from the 11th
    await orders('c.csv', order('C-2', '2.00', '2026-11-11 10:00:00'), last);
    expect(await days()).toEqual(['10 1']);
    await orders('c.csv', first, order('C-2', '2.00', '2026-11-11 10:00:00'), last);
    expect(await days()).toEqual([]);
    expect(await inForce()).toEqual([]);
    expect(await acme.mart("from mart.rejected_row where file_name = 'c.csv'")).toHaveLength(2);
  });
});

test('A refused file is loaded under other terms of reading, also in a trial that keeps nothing', async () => {
  const text = 'order,date,grand_sum,status\nE-1,2026-11-01 10:00:00,10.00,paid\n';
  const file = landed(text, { kind: 'orders', currency: 'MYR' });
  expect(await acme.load(file)).toMatchObject({
    status: 'refused',
    error: { code: 'FILE_COLUMN_MISSING' },
  });
  const receipt = () =>
    acme.rows(
      `select load_status, load_line::integer as line, read_with from raw.receipt where receipt_id = ${file.receipt_id}`,
    );
  const [before] = await receipt();
  expect(before).toMatchObject({ load_status: 'refused', line: 1 });
  const company = { reading: givenReading, books: { orders: { aliases: { amount: ['grand_sum'] } } } };
  const instructions = instructionsFor(file, company, () => []);
  expect(await loadReceipt(acme.connection, file, instructions, { isTrial: true })).toMatchObject({
    status: 'loaded',
    rows: 1,
  });
  expect(await receipt()).toEqual([before]);
  expect(await acme.rows("select * from core.merchant_order where order_id = 'E-1'")).toEqual([]);
  expect(await loadReceipt(acme.connection, file, instructions)).toMatchObject({ status: 'loaded', rows: 1 });
  const [after] = await receipt();
  expect(after).toMatchObject({ load_status: 'loaded', line: null });
  expect(after?.read_with).not.toBe(before?.read_with);
});
