import { generateKeyPairSync } from 'node:crypto';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { removeCompany, writeCompany } from '../../src/company/write-company.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import { textOf } from '../../src/warehouse/duckdb-values.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import type { CorpusCase } from './corpus-case.ts';
import { bytesOf, companyOf, landCase, loadKey, tablesOfFiles } from './corpus-file.ts';
import { givenRules, type Rules } from './rules.ts';

/*
 * Each file of test/formats/corpus is loaded as the only one, and the result compared with the expectation beside it. The
 * expectations are computed by hand.
 */

/** The facts of a file, in the same columns for each kind of file. */
const factsOf = {
  statement: `select line_no, currency || ' ' || kind as key, amount, fee from core.payment where receipt_id = $id`,
  orders: `select line_no, currency || ' order' as key, amount, null as fee from core.merchant_order where receipt_id = $id`,
  bank: `select line_no, currency || if(amount < 0, ' out', ' in') as key, abs(amount) as amount, null as fee
    from core.bank_line where receipt_id = $id`,
  callbacks: `select line_no, coalesce(currency || ' ' || kind, 'no money') as key, coalesce(amount, 0) as amount, null as fee
    from core.callback where receipt_id = $id`,
} as const;

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The terms of the company that was written last to each warehouse: writing one takes as long as loading a file. */
const written = new WeakMap<Rules, string>();

/** Removes the file of the case before, and writes the company where its terms are others. */
async function companyFor(acme: Rules, each: CorpusCase): Promise<CompanyConfig> {
  for (const table of await tablesOfFiles(acme.connection)) await acme.execute(`delete from ${table}`);
  const company = companyOf(each, 'acme');
  const terms = JSON.stringify([each.currencies, each.zone, each.configuration]);
  if (written.get(acme) === terms) return company;
  await removeCompany(acme.connection);
  await writeCompany(acme.connection, company);
  written.set(acme, terms);
  return company;
}

async function load(acme: Rules, each: CorpusCase): Promise<{ file: LandedFile; outcome: LoadOutcome }> {
  const company = await companyFor(acme, each);
  if (each.as === 'callbacks') await loadKey(acme.connection, keys, 'acme');
  const file = landCase(each, bytesOf(each, keys), 'acme');
  return { file, outcome: await acme.load(file, company) };
}

/** `150.0000` and `150.00` are the same amount. */
const canonical = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

async function receiptOf(acme: Rules, { receipt_id: id }: LandedFile) {
  const [receipt] = await acme.rows(
    'select load_status, load_code, load_message, notes from raw.receipt where receipt_id = $id',
    { id },
  );
  return receipt;
}

async function expectLoaded(
  acme: Rules,
  each: Extract<CorpusCase, { outcome: 'loaded' }>,
  file: LandedFile,
  outcome: LoadOutcome,
  bytes: Buffer,
): Promise<void> {
  const id = { id: file.receipt_id };
  const receipt = await receiptOf(acme, file);
  expect({ code: receipt?.load_code, message: receipt?.load_message, status: outcome.status }).toEqual({
    code: null,
    message: null,
    status: 'loaded',
  });
  const facts = await acme.rows(factsOf[each.as], id);
  const rejects = await acme.rows(
    'select line_no, reason_code, reason from staging.rejected_row where receipt_id = $id order by line_no',
    id,
  );
  expect(Object.fromEntries(rejects.map((row) => [String(row.line_no), row.reason_code]))).toEqual(each.rejected);
  for (const [line, part] of Object.entries(each.reasons))
    expect(rejects.find((row) => String(row.line_no) === line)?.reason, `the reason of line ${line}`).toContain(part);
  const sums = await acme.rows(
    `select key, count(*)::integer as n, sum(amount)::text as amount, sum(fee)::text as fee
     from (${factsOf[each.as]}) group by key order by key`,
    id,
  );
  const totals = sums.map((row) => {
    const fee = row.fee === null ? [] : [canonical(textOf(row, 'fee'))];
    return [textOf(row, 'key'), [row.n, canonical(textOf(row, 'amount')), ...fee]];
  });
  const expected = Object.entries(each.totals).map(([key, [n, ...amounts]]) => {
    const unsigned = key.endsWith(' out') ? amounts.map((amount) => amount.replace('-', '')) : amounts;
    return [key, [n, ...unsigned.map(canonical)]];
  });
  expect(Object.fromEntries(totals)).toEqual(Object.fromEntries(expected));
  if (each.statements !== undefined) {
    const proven = await acme.rows(
      `select opening::text as opening, closing::text as closing from core.bank_statement where receipt_id = $id order by statement_no`,
      id,
    );
    const balances = proven.map(({ opening, closing }) =>
      [opening, closing].map((balance) => (typeof balance === 'string' ? canonical(balance) : null)),
    );
    const byHand = each.statements.map((pair) => pair.map((balance) => (balance === null ? null : canonical(balance))));
    expect(balances, 'the proven balances').toEqual(byHand);
  }
  if (each.as === 'bank') {
    const figures = await acme.rows(
      `select currency || if(kind = 'money out', ' out', ' in') as key, sum(line_count)::integer as n, sum(amount)::text as amount
       from raw.file_figure where receipt_id = $id group by key order by key`,
      id,
    );
    const shown = figures.map((row) => [textOf(row, 'key'), [row.n, canonical(textOf(row, 'amount'))]]);
    expect(Object.fromEntries(shown), 'the figures that an import shows').toEqual(Object.fromEntries(expected));
  }
  // every line is loaded or rejected, once, and the program counts as a person does
  const lines = [...facts, ...rejects].map((row) => row.line_no);
  expect(lines.length + each.summary + each.repeated, 'loaded + rejected + summary rows').toBe(each.lines);
  expect(new Set(lines).size, 'lines that are loaded or rejected, not both').toBe(lines.length);
  expect({ rows: outcome.rows, rejected: outcome.rejected }).toEqual({ rows: each.lines, rejected: rejects.length });
  for (const part of each.says) expect(JSON.stringify(receipt?.notes), 'the notes on the file').toContain(part);
  expectNoLineLost(bytes, outcome, each.lines);
}

/**
 * Every line of a CSV file without quotes is above the header, the header, a row or blank: an independent count of what was read. `rows`
 * are loaded or rejected.
 */
function expectNoLineLost(bytes: Buffer, { opened }: LoadOutcome, rows: number): void {
  if (opened?.format !== 'csv' || opened.encoding === null || bytes.includes('"')) return;
  const { delimiter } = opened.csv ?? { delimiter: ',' };
  const filled = iconv
    .decode(bytes, opened.encoding)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.split(delimiter).some((cell) => !/^\p{Zs}*$/u.test(cell.replaceAll('\u001a', ''))));
  const above = opened.above.filter(({ text }) => text !== '').length;
  expect(rows + above + (opened.header.isNumbered ? 0 : 1), 'lines that are read, above the header or the header').toBe(
    filled.length,
  );
}

async function expectRefused(
  acme: Rules,
  each: Extract<CorpusCase, { outcome: 'refused' }>,
  file: LandedFile,
  outcome: LoadOutcome,
): Promise<void> {
  const receipt = await receiptOf(acme, file);
  const message = String(receipt?.load_message);
  expect({ status: outcome.status, code: receipt?.load_code, message }).toEqual({
    status: 'refused',
    code: each.code,
    message,
  });
  if (each.line !== undefined) expect(outcome.line, message).toBe(each.line);
  for (const part of each.says) expect(message).toContain(part);
  // no row anywhere, and no transaction that is still open
  const tables = (await tablesOfFiles(acme.connection)).filter((name) => name !== 'raw.receipt');
  const counts = tables.map((name) => `select '${name}' as name, count(*) as n from ${name} where receipt_id = $id`);
  const left = await acme.rows(`from (${counts.join(' union all ')}) where n > 0`, { id: file.receipt_id });
  expect(left).toEqual([]);
  await acme.execute('begin');
  await acme.execute('rollback');
}

/** Declares a test for each of the cases: its file is loaded, and what comes of it compared with the expectation. */
export function testCorpus(cases: readonly CorpusCase[]): void {
  const acme = givenRules();
  test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
    const { file, outcome } = await load(acme, each);
    if (each.outcome === 'loaded') await expectLoaded(acme, each, file, outcome, bytesOf(each, keys));
    else await expectRefused(acme, each, file, outcome);
  });
}
