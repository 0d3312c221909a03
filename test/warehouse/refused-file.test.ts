import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultReading } from '../../src/domain/reading.ts';
import type { LoadPlan, RecordReader } from '../../src/domain/receipt-kind.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipts.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection);
});
afterAll(() => warehouse.close());

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

const damagedPlan: Omit<Extract<LoadPlan, { format: 'records' }>, 'read'> = {
  ...{ format: 'records', formats: ['jsonl'], title: 'callback file', columns: { body: ['body'] }, required: ['body'] },
  ...{ section: 'books.callbacks', steps: [] },
};

test('A file that is rejected halfway leaves no rows', async () => {
  const { connection } = warehouse;
  const outcome = await loadReceipt(connection, landed('a', { kind: 'callbacks', ext: 'jsonl' }), {
    plan: { ...damagedPlan, read: damagedInTheMiddle },
    ...{ sqlFolder: 'load', reading: defaultReading, earlier: () => [] },
  });
  expect(outcome).toMatchObject({ status: 'refused', rows: 0 });
  await collectGarbage();
  expect(await readRows(connection, 'select * from raw.file_record')).toEqual([]);
  expect(await readRows(connection, 'select * from staging.rejected_row')).toEqual([]);
});

test('A file that is received again is not read again', async () => {
  const { connection } = warehouse;
  const text = 'order,date,amount,status\n1,2026-11-01 10:00:00,10.00,paid\n';
  const facts = { kind: 'orders', ext: 'csv', currency: 'MYR' };
  expect(await loadLanded(connection, landed(text, facts))).toMatchObject({ status: 'loaded', rows: 1 });
  const again = landed(text, facts);
  rmSync(again.path);
  expect(await loadLanded(connection, again)).toMatchObject({ status: 'repeated' });
});
