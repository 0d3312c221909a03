import { expect } from 'vitest';
import type { SecretOf } from '../../src/domain/secrets.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import type { Figures } from './bank-pdf-figures.ts';
import type { Layout } from './bank-pdf-layout.ts';
import { givenCompany, landed, loadLanded } from './landed.ts';

let companyNumber = 0;

type Terms = { bank?: object; secretOf?: SecretOf };

/** Loads a PDF as the bank statement of a new company; returns what was loaded, or why it was refused. */
export async function loadPdf(warehouse: Warehouse, bytes: Buffer, { bank = {}, secretOf }: Terms = {}) {
  companyNumber += 1;
  const company = `pdf-${companyNumber}`;
  await givenCompany(warehouse.connection, ['MYR', 'SGD'], false, { bank }, { name: company });
  const file = landed(bytes, {
    kind: 'bank_statement',
    source: 'files',
    company,
    ext: 'pdf',
    currency: 'MYR',
    received_at: '2027-03-01T00:00:00Z',
  });
  const outcome = await loadLanded(warehouse.connection, file, { books: { bank } }, secretOf);
  const id = { id: file.receipt_id };
  const lines = await readRows(
    warehouse.connection,
    `select booked_on::text as day, (amount * 100)::bigint::text as cents, description, account
     from core.bank_line where receipt_id = $id order by line_no`,
    id,
  );
  const rejected = await readRows(
    warehouse.connection,
    'select reason_code as code, line_no from staging.rejected_row where receipt_id = $id order by line_no',
    id,
  );
  const balances = await readRows(
    warehouse.connection,
    `select account, (opening * 100)::bigint::text as opening, (closing * 100)::bigint::text as closing
     from core.bank_statement where receipt_id = $id order by statement_no`,
    id,
  );
  const currencies = await readRows(
    warehouse.connection,
    'select currency from core.bank_statement where receipt_id = $id order by statement_no',
    id,
  );
  return { outcome, lines, rejected, balances, currencies: currencies.map(({ currency }) => currency) };
}

/** The lines that a PDF must have, oldest or newest first. */
export const linesOf = ({ rows, account }: Figures, { isNewestFirst = false }: Layout) =>
  (isNewestFirst ? rows.toReversed() : rows).map(({ day, cents, texts }) => ({
    day,
    cents: String(cents),
    description: texts.join(' '),
    account,
  }));

/** Expects that exactly the lines and balances of a statement are loaded, and that every line of its table is accounted for. */
export async function expectLoaded(
  warehouse: Warehouse,
  bytes: Buffer,
  figures: Figures,
  layout: Layout,
  terms: Terms = {},
) {
  const { outcome, lines, rejected, balances } = await loadPdf(warehouse, bytes, terms);
  expect({ status: outcome.status, message: outcome.message }).toEqual({ status: 'loaded', message: undefined });
  expect(lines).toEqual(linesOf(figures, layout));
  expect(balances).toEqual([
    { account: figures.account, opening: String(figures.opening), closing: String(figures.closing) },
  ]);
  expect(rejected.filter(({ code }) => code !== 'summary_row')).toEqual([]);
  expect(outcome.rows, 'lines = loaded + summary rows').toBe(lines.length + rejected.length);
  return outcome;
}
