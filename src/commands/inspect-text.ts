import { delimiterNames, type FileFormat, formatNames, lineNumberText, placeText, type TableRow } from 'tieout-files';
import { counted } from '../domain/counted.ts';
import type { Inspection } from '../inspect/inspect-file.ts';
import type { FileReading } from '../inspect/read-file.ts';
import { factsText, sentenceText, textTable } from '../terminal/text-table.ts';
import { amountText, figuresFields, linesText, type Shown, shownAs, spanText, totalsTable } from './file-text.ts';
import { answerText } from './inspect-snippet.ts';

/** The last characters of an account, enough for its owner to recognise it. */
const accountText = (account: string | null, shown: boolean) =>
  account === null || shown || account.length <= 4 ? account : `•••${account.slice(-4)}`;

/** The bank's number of a statement; some banks make it of the account. */
const identifierText = ({ identifier, account }: FileReading['claims'][number], shown: boolean) =>
  identifier === null || account === null
    ? identifier
    : identifier.replaceAll(account, () => accountText(account, shown) ?? '');

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

/** The row with the titles of the cells below it, for a refused file. */
function titlesOf({ rows }: Inspection['preview'], { header }: FileReading): TableRow {
  const most = rows.reduce((top, row) => (row.cells.length > top.cells.length ? row : top), rows[0] ?? noRow);
  return rows.find(({ line }) => line === header?.line) ?? most;
}

const noRow: TableRow = { line: 0, cells: [] };

const errorFields = (error: FileReading['error']) =>
  error === null
    ? null
    : {
        code: error.code,
        message: error.message,
        remedy: error.remedy,
        page: error.place.page ?? null,
        line: error.place.line ?? null,
      };

/** The fields of an inspection for --json. The names and their meaning are stable. */
export function inspectionFields(
  { file, preview, kind, section, currency, now, proposal, fitted, needsCurrency, answered }: Inspection,
  { zone, snippet, isPersonalShown }: { zone: string; snippet: string | null; isPersonalShown: boolean },
) {
  const shown = shownAs(isPersonalShown);
  const proposed = fitted ?? now;
  const titles = titlesOf(preview, proposed);
  const { columns, others } = mappingOf(now, preview, shown);
  const { load } = kind.importable.declaration;
  const all = load.format === 'table' || load.format === 'records' ? Object.entries(load.columns) : [];
  // a column without headers is filled by the reader of a format
  const known = all.filter(([, headers]) => headers.length > 0).map(([column]) => column);
  return {
    file: file.path,
    bytes: file.bytes,
    kind: {
      name: kind.isAssumed === true ? null : kind.importable.import.name,
      because: kind.because,
      also_fits: kind.alsoFits,
      section: kind.isAssumed === true ? null : section,
    },
    format: now.format ?? (preview.error?.code === 'FILE_NOT_A_TABLE' ? null : preview.format),
    encoding: now.encoding ?? preview.encoding,
    delimiter: now.delimiter ?? preview.delimiter,
    sheets: now.sheets.length > 0 ? now.sheets : preview.sheets,
    header_line: now.header === null || now.header.line === 0 ? null : now.header.line,
    columns,
    absent: now.header === null ? [] : known.filter((column) => !now.header?.positions.has(column)),
    others,
    date_order: now.dateOrder,
    signs: section === 'books.bank' ? signsOf(now) : null,
    decimal_mark: now.decimalMark,
    zone,
    currency,
    claims: now.claims.map((claim) => ({
      statement: claim.statementNo,
      line: claim.line,
      account: accountText(claim.account, isPersonalShown),
      currency: claim.currency,
      identifier: identifierText(claim, isPersonalShown),
      from: claim.from,
      to: claim.to,
      opening: claim.opening?.amount ?? null,
      closing: claim.closing?.amount ?? null,
      entries: claim.entryCount,
      credits: claim.creditSum,
      debits: claim.debitSum,
    })),
    above: (now.error === null ? now : proposed).above.map(({ line, text }) => ({ line, text: shown(text) })),
    figures: figuresFields(now.figures, shown),
    needs_currency: needsCurrency,
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
      snippet === null
        ? null
        : {
            snippet,
            terms: proposal.terms,
            result: { figures: figuresFields(proposed.figures, shown), refused: errorFields(proposed.error) },
            // with the first answer to each question
            answered: { refused: errorFields(answered?.error ?? null) },
          },
    questions: proposal.questions.map(({ question, choices }) => ({
      question,
      choices: choices.map(({ answer, terms }) => ({ answer, terms, lines: answerText(terms) })),
    })),
  };
}

type InspectionFields = ReturnType<typeof inspectionFields>;

/** Whether balances prove the signs of a bank table; null where the amounts are not in one column, or the file is refused. */
function signsOf({ header, figures, provenBalances, format }: FileReading): 'proven' | 'as_written' | null {
  const isTable = format === 'csv' || format === 'xlsx' || format === 'jsonl' || format === 'pdf';
  if (!isTable || figures === null || header?.positions.has('amount') !== true) return null;
  if (header.positions.has('direction')) return null;
  return provenBalances > 0 ? 'proven' : 'as_written';
}

const signTexts = {
  proven: 'as the balances beside the lines prove them',
  as_written: 'as written: no balance beside the lines proves them',
} as const;

const list = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

function sizeText(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}

function factsOf(fields: InspectionFields): [string, string][] {
  const { kind, format, encoding, delimiter, sheets, header_line: line, date_order: order } = fields;
  const isEncodingProven = fields.refused?.code !== 'FILE_ENCODING_UNKNOWN';
  const also = kind.also_fits.length === 0 ? '' : `; it could also be ${list(kind.also_fits)}`;
  const facts: [string, string | undefined][] = [
    ['size', sizeText(fields.bytes)],
    ['kind', `${kind.name ?? 'unknown'} (${kind.because}${also})`],
    ['format', format === null ? undefined : formatNames[format]],
    ['encoding', encoding === null ? undefined : isEncodingProven ? encoding : `not proven; shown here as ${encoding}`],
    ['delimiter', delimiter === null ? undefined : delimiterNames[delimiter]],
    ['sheets', sheets.length === 0 ? undefined : list(sheets)],
    ['header', line === null ? undefined : lineNumberText(line, format)],
    ['dates', order === null ? undefined : order.replace('_', ' ')],
    ['times', `in ${fields.zone}, where the file gives no offset`],
    ['amounts', fields.decimal_mark === ',' ? 'with a decimal comma' : undefined],
    ['signs', fields.signs === null ? undefined : signTexts[fields.signs]],
    ...fields.notes.map((note): [string, string] => ['note', note]),
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
}

function columnsText({ columns, others, absent }: InspectionFields, width: number): string[] {
  if (columns.length === 0) return [];
  const table = textTable(
    [{ title: 'column' }, { title: 'header in the file' }, { title: 'example' }],
    [
      ...columns.map(({ column, header, example }) => [column, header ?? '', example ?? '']),
      ...others.map(({ header, example }) => ['(kept)', header, example ?? '']),
    ],
    width,
  );
  const rest: [string, string][] = absent.length === 0 ? [] : [['not in the file', absent.join(', ')]];
  return [table, ...(rest.length === 0 ? [] : [factsText(rest, width)])];
}

function claimsText({ claims, refused, figures }: InspectionFields, width: number): string[] {
  if (claims.length === 0) return [];
  // a balance proves nothing without the second balance, without the amount of a line, or in another currency
  const isProven =
    refused === null &&
    figures?.rejected === 0 &&
    figures.totals.every((total) => claims.some(({ currency }) => currency === null || currency === total.currency)) &&
    claims.every(({ opening, closing }) => opening !== null && closing !== null);
  const rows = claims.map((claim) => [
    claim.account ?? '',
    claim.currency ?? '',
    [claim.from, claim.to].filter((day) => day !== null).join(' to '),
    amountText(claim.opening, claim.currency),
    amountText(claim.closing, claim.currency),
    claim.entries === null ? '' : String(claim.entries),
  ]);
  const titles = ['account', 'currency', 'span', 'opening', 'closing', 'entries'];
  return [
    isProven
      ? 'The totals and balances that the file states agree with its lines.'
      : 'Totals and balances that the file states:',
    textTable(
      titles.map((title) => ({ title, isRight: title === 'opening' || title === 'closing' })),
      rows,
      width,
    ),
  ];
}

type Figures = NonNullable<InspectionFields['figures']>;

/** The number of a line in a table; of a PDF its page and line. */
const lineText = (line: number, format: FileFormat | null) =>
  format === 'pdf' ? lineNumberText(line, format) : String(line);

const loadedText = (figures: Figures) =>
  `${linesText({ ...figures, noRecord: figures.no_record })}; ${spanText({ firstDay: figures.first_day, lastDay: figures.last_day })}`;

function figuresText(figures: Figures, format: FileFormat | null, width: number): string[] {
  const { rejected, no_record: noRecord, totals, reasons, rejected_rows: rows } = figures;
  const parts = [sentenceText(`${loadedText(figures)}.`, width)];
  if (totals.length > 0) parts.push(totalsTable(totals, width));
  if (rejected + noRecord > 0) {
    const byReason = reasons.map(({ code, count }) => `${counted(count, 'row')} ${code}`);
    const what = noRecord === 0 ? 'Rejected' : rejected === 0 ? 'Without a record' : 'Rejected or without a record';
    const first = rejected + noRecord > rows.length ? ` (the first ${rows.length})` : '';
    parts.push(
      `${sentenceText(`${what}: ${list(byReason)}${first}`, width)}\n${textTable(
        [{ title: 'line', isRight: true }, { title: 'reason' }],
        rows.map(({ line, reason }) => [lineText(line, format), reason]),
        width,
      )}`,
    );
  }
  return parts;
}

/** The most cells of a row that a person is shown; --json has all. */
const shownCells = 20;

const rowText = (cells: readonly string[]) =>
  [...cells.slice(0, shownCells), ...(cells.length > shownCells ? [`and ${cells.length - shownCells} more`] : [])].join(
    ' | ',
  );

function refusedText({ refused, first_rows: rows, columns, format }: InspectionFields, width: number): string[] {
  if (refused === null) return [];
  const { page, line } = refused;
  const where = line === null ? '' : page === null ? `line ${line}` : placeText({ page, line });
  const facts: [string, string][] = [
    ['refused', refused.code],
    ['what', refused.message],
    ...(where === '' ? [] : [['where', where] as [string, string]]),
    ['what to do', refused.remedy],
  ];
  const shown =
    columns.length > 0 ? [] : rows.map(({ line, cells }) => [line === 0 ? '' : lineText(line, format), rowText(cells)]);
  const head =
    shown.length === 0
      ? []
      : [`First rows\n${textTable([{ title: 'line', isRight: true }, { title: 'cells' }], shown, width)}`];
  return [factsText(facts, width), ...head];
}

const fits = (figures: InspectionFields['figures']) => figures !== null && figures.rejected === 0;

/** The rows above the header, which are not loaded. */
function aboveText({ above, format }: InspectionFields, width: number): string[] {
  if (above.length === 0) return [];
  const table = textTable(
    [{ title: 'line', isRight: true }, { title: 'text' }],
    above.map(({ line, text }) => [lineText(line, format), text]),
    width,
  );
  return [`${counted(above.length, 'row')} above the lines, not loaded\n${table}`];
}

/** The result of reading the file with the proposed configuration. */
function thenText({ configuration, questions, figures: figuresNow }: InspectionFields, place: string, width: number) {
  if (configuration === null) return [];
  const { figures, refused } = configuration.result;
  const { refused: still } = configuration.answered;
  const without = questions.length === 0 ? 'With it' : 'With it, and without an answer';
  const remedy = questions.length === 0 ? refused?.remedy : '';
  const result =
    figures === null
      ? `${without}, the file is still refused (${refused?.code}): ${refused?.message} ${remedy}`
      : `${without}, ${loadedText(figures)}.`;
  const whatItDoes = fits(figuresNow) ? 'maps more columns' : fits(figures) ? 'makes it fit' : 'comes closest';
  const title =
    questions.length === 0
      ? `Configuration that ${whatItDoes}`
      : `Configuration with ${counted(questions.length, 'question')} that only you can answer`;
  return [
    sentenceText(`${title} (${place}):`, width),
    configuration.snippet.trimEnd(),
    sentenceText(result.trim(), width),
    ...(still === null
      ? []
      : [
          sentenceText(
            `With the first answers, it is refused (${still.code}): ${still.message} ${still.remedy}`,
            width,
          ),
        ]),
  ];
}

const currencyAsked =
  'The file does not state its currency: name it with --currency, such as --currency MYR. A configured company with one currency needs no option.';

/** An inspection for a person. */
export function inspectionText(fields: InspectionFields, place: string, width: number): string {
  const { figures, configuration } = fields;
  const result = configuration?.result.figures ?? null;
  const rest = result === null ? [] : figuresText(result, fields.format, width).slice(1);
  return `${[
    fields.file,
    factsText(factsOf(fields), width),
    ...columnsText(fields, width),
    ...aboveText(fields, width),
    ...claimsText(fields, width),
    ...(figures === null ? [] : figuresText(figures, fields.format, width)),
    ...refusedText(fields, width),
    ...thenText(fields, place, width),
    ...rest,
    ...(fields.needs_currency ? [sentenceText(currencyAsked, width)] : []),
  ].join('\n\n')}\n`;
}
