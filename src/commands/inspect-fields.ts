import type { TableRow } from '../formats/table/table-spec.ts';
import type { Inspection } from '../inspect/inspect-file.ts';
import type { FileReading } from '../inspect/read-file.ts';
import { isPersonal } from '../privacy/personal-names.ts';
import { cleanText, maskedText } from '../report/shown-value.ts';

/** Shows a value of the file; names, addresses and numbers of people are masked unless the configuration shows them. */
export type Shown = (value: string, header?: string) => string;

export const shownAs =
  (isPersonalShown: boolean): Shown =>
  (value, header = '') => {
    const clean = cleanText(value);
    if (isPersonalShown || clean === '') return clean;
    if (isPersonal(header) && !/^-?[\d.,]+$/.test(clean)) return `${[...clean][0] ?? ''}•••`;
    return maskedText(clean);
  };

/** The last characters of an account, by which its owner recognises it. */
const accountText = (account: string | null, shown: boolean) =>
  account === null || shown || account.length <= 4 ? account : `•••${account.slice(-4)}`;

/** The columns of a file: each with its header and an example. */
function mappingOf({ header, examples, otherExamples }: FileReading, preview: Inspection['preview'], shown: Shown) {
  if (header === null) return { columns: [], others: [] };
  const first = (position: number) =>
    preview.rows
      .filter(({ line }) => line > header.line)
      .map(({ cells }) => (cells[position] ?? '').trim())
      .find((cell) => cell !== '') ?? null;
  const example = (value: string | null | undefined, title: string) =>
    value === undefined || value === null ? null : shown(value, title);
  return {
    columns: [...header.positions].map(([column, position]) => {
      const title = header.names?.get(column) ?? null;
      const value = example(examples.get(column) ?? first(position), `${column} ${title ?? ''}`);
      return { column, header: title, example: value };
    }),
    others: header.others.map(({ name, position }) => ({
      header: name,
      example: example(otherExamples.get(name) ?? first(position), name),
    })),
  };
}

function figuresFields(read: FileReading, shown: Shown) {
  const { figures } = read;
  if (figures === null) return null;
  const { lines, loaded, rejected, noRecord, firstDay, lastDay, totals, reasons, rejectedLines } = figures;
  return {
    ...{ lines, loaded, rejected, no_record: noRecord, first_day: firstDay, last_day: lastDay, totals },
    reasons: reasons.map(({ code, count, example }) => ({ code, count, example: shown(example) })),
    rejected_rows: rejectedLines.map(({ line, code, reason }) => ({ line, code, reason: shown(reason) })),
  };
}

/** The row with the titles of the cells below it, for a refused file. */
function titlesOf({ rows }: Inspection['preview'], { header }: FileReading): TableRow {
  const most = rows.reduce((top, row) => (row.cells.length > top.cells.length ? row : top), rows[0] ?? noRow);
  return rows.find(({ line }) => line === header?.line) ?? most;
}

const noRow: TableRow = { line: 0, cells: [] };

const errorFields = (error: FileReading['error']) =>
  error === null
    ? null
    : { code: error.code, message: error.message, remedy: error.remedy, line: error.place.line ?? null };

/** The fields of an inspection for --json. The names and their meaning are stable. */
export function inspectionFields(
  { file, preview, kind, section, currency, currencyFound, now, proposal, fitted }: Inspection,
  { zone, snippet, isPersonalShown }: { zone: string; snippet: string | null; isPersonalShown: boolean },
) {
  const shown = shownAs(isPersonalShown);
  const titles = titlesOf(preview, fitted ?? now);
  const { columns, others } = mappingOf(now, preview, shown);
  const { load } = kind.importable.declaration;
  const known = load.format === 'table' || load.format === 'records' ? Object.keys(load.columns) : [];
  return {
    ...{ file: file.path, bytes: file.bytes },
    kind: { name: kind.importable.import.name, because: kind.because, also_fits: kind.alsoFits, section },
    format: now.format ?? (preview.error?.code === 'FILE_NOT_A_TABLE' ? null : preview.format),
    encoding: now.encoding ?? preview.encoding,
    delimiter: now.delimiter ?? preview.delimiter,
    sheets: now.sheets.length > 0 ? now.sheets : preview.sheets,
    header_line: now.header === null || now.header.line === 0 ? null : now.header.line,
    ...{
      columns,
      absent: now.header === null ? [] : known.filter((column) => !now.header?.positions.has(column)),
      others,
    },
    ...{ date_order: now.dateOrder, decimal_mark: now.decimalMark, zone, currency, currency_found: currencyFound },
    claims: now.claims.map((claim) => ({
      ...{ statement: claim.statementNo, line: claim.line, account: accountText(claim.account, isPersonalShown) },
      ...{ currency: claim.currency, identifier: claim.identifier, from: claim.from, to: claim.to },
      ...{ opening: claim.opening?.amount ?? null, closing: claim.closing?.amount ?? null },
      ...{ entries: claim.entryCount, credits: claim.creditSum, debits: claim.debitSum },
    })),
    figures: figuresFields(now, shown),
    // no configuration can set it for a file of several currencies, so the user is asked
    needs_currency: (fitted ?? now).figures?.reasons.some(({ code }) => code === 'currency_missing') ?? false,
    notes: now.notes.map((note) => shown(note)),
    refused: errorFields(now.error),
    first_rows:
      now.error === null
        ? []
        : preview.rows.slice(0, 8).map(({ line, cells }) => ({
            line,
            cells: cells.map((cell, position) => shown(cell, line > titles.line ? titles.cells[position] : undefined)),
          })),
    configuration:
      fitted === null || snippet === null
        ? null
        : {
            snippet,
            terms: proposal.terms,
            result: { figures: figuresFields(fitted, shown), refused: errorFields(fitted.error) },
          },
  };
}

export type InspectionFields = ReturnType<typeof inspectionFields>;
