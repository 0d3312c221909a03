import { expect } from 'vitest';
import type { SecretOf } from '../../src/domain/secrets.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { bankPdf, type Drawing } from './bank-pdf.ts';
import type { Figures } from './bank-pdf-figures.ts';
import type { Layout } from './bank-pdf-layout.ts';
import { removeFiles } from './corpus-file.ts';
import { givenCompany, landed, loadLanded } from './landed.ts';
import { givenRules } from './rules.ts';

let companyNumber = 0;

type Terms = { bank?: object; secretOf?: SecretOf };

/** Loads a PDF as the bank statement of a new company; returns what was loaded, or why it was refused. */
async function loadPdf({ connection }: Warehouse, bytes: Buffer, { bank = {}, secretOf }: Terms = {}) {
  companyNumber += 1;
  const company = `pdf-${companyNumber}`;
  await removeFiles(connection);
  await givenCompany(connection, ['MYR', 'SGD'], false, { bank }, { name: company });
  const file = landed(bytes, {
    kind: 'bank_statement',
    source: 'files',
    company,
    ext: 'pdf',
    currency: 'MYR',
    received_at: '2027-03-01T00:00:00Z',
  });
  const outcome = await loadLanded(connection, file, { books: { bank } }, secretOf);
  const ofFile = (columns: string) => readRows(connection, `select ${columns}`, { id: file.receipt_id });
  const lines = await ofFile(`booked_on::text as day, (amount * 100)::bigint::text as cents, description, account
    from core.bank_line where receipt_id = $id order by line_no`);
  const rejected = await ofFile(
    'reason_code as code, line_no from staging.rejected_row where receipt_id = $id order by line_no',
  );
  const balances =
    await ofFile(`account, (opening * 100)::bigint::text as opening, (closing * 100)::bigint::text as closing
    from core.bank_statement where receipt_id = $id order by statement_no`);
  const currencies = await ofFile('currency from core.bank_statement where receipt_id = $id order by statement_no');
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

/** A warehouse for the printed statements of a test file, and what tests ask. */
export function givenPdfs() {
  const acme = givenRules();
  const load = (bytes: Buffer, terms: Terms = {}) => loadPdf(acme.warehouse, bytes, terms);
  return {
    load,
    /** Expects that exactly the lines and balances of the statements of a document are loaded, and each line of a table is accounted for. */
    async expectRead(
      layout: Layout,
      figures: Figures | readonly Figures[],
      { terms, ...drawing }: Drawing & { terms?: Terms } = {},
    ) {
      const { outcome, lines, rejected, balances } = await load(await bankPdf(layout, figures, drawing), terms);
      expect({ status: outcome.status, message: outcome.message }).toEqual({ status: 'loaded', message: undefined });
      const statements = [figures].flat();
      expect(lines).toEqual(statements.flatMap((one) => linesOf(one, layout)));
      expect(balances).toEqual(
        statements.map(({ account, opening, closing }) => ({
          account,
          opening: String(opening),
          closing: String(closing),
        })),
      );
      expect(rejected.filter(({ code }) => code !== 'summary_row')).toEqual([]);
      expect(outcome.rows, 'lines = loaded + summary rows').toBe(lines.length + rejected.length);
    },
    /** Expects that a file is refused and nothing of it loaded, and says why. */
    async refusal(bytes: Buffer, terms: Terms = {}) {
      const { outcome, lines } = await load(bytes, terms);
      expect([outcome.status, lines]).toEqual(['refused', []]);
      return { code: outcome.error?.code, message: outcome.error?.message ?? '', remedy: outcome.error?.remedy ?? '' };
    },
  };
}
