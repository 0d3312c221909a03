import { delimiterNames } from '../formats/csv/delimiters.ts';
import { formatNames } from '../formats/recognise-format.ts';
import { factsText, sentenceText, textTable } from '../terminal/text-table.ts';
import { amountText, counted, linesText, spanText, totalsTable } from './file-text.ts';
import type { InspectionFields } from './inspect-fields.ts';

const list = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

function sizeText(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}

function factsOf(fields: InspectionFields): [string, string][] {
  const { kind, format, encoding, delimiter, sheets, header_line: line, date_order: order, currency } = fields;
  const isEncodingProven = fields.refused?.code !== 'FILE_ENCODING_UNKNOWN';
  const also = kind.also_fits.length === 0 ? '' : `; it could also be ${list(kind.also_fits)}`;
  const facts: [string, string | undefined][] = [
    ['size', sizeText(fields.bytes)],
    ['kind', `${kind.name} (${kind.because}${also})`],
    ['format', format === null ? undefined : formatNames[format]],
    ['encoding', encoding === null ? undefined : isEncodingProven ? encoding : `not proven; shown here as ${encoding}`],
    ['delimiter', delimiter === null ? undefined : delimiterNames[delimiter]],
    ['sheets', sheets.length === 0 ? undefined : list(sheets)],
    ['header', line === null ? undefined : `line ${line}`],
    ['dates', order === null ? undefined : order.replace('_', ' ')],
    ['times', `in ${fields.zone}, where the file gives no offset`],
    ['amounts', fields.decimal_mark === ',' ? 'with a decimal comma' : undefined],
    ['currency', fields.currency_found === null ? undefined : `${currency} (${fields.currency_found})`],
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

function figuresText(figures: Figures, width: number): string[] {
  const { rejected, no_record: noRecord, totals, reasons, rejected_rows: rows } = figures;
  const span = spanText({ firstDay: figures.first_day, lastDay: figures.last_day });
  const parts = [sentenceText(`${linesText({ ...figures, noRecord })}; ${span}.`, width)];
  if (totals.length > 0) parts.push(totalsTable(totals, width));
  if (rejected + noRecord > 0) {
    const byReason = reasons.map(({ code, count }) => `${counted(count, 'row')} ${code}`);
    const what = noRecord === 0 ? 'Rejected' : rejected === 0 ? 'Without a record' : 'Rejected or without a record';
    const first = rejected + noRecord > rows.length ? ` (the first ${rows.length})` : '';
    parts.push(
      `${sentenceText(`${what}: ${list(byReason)}${first}`, width)}\n${textTable(
        [{ title: 'line', isRight: true }, { title: 'reason' }],
        rows.map(({ line, reason }) => [String(line), reason]),
        width,
      )}`,
    );
  }
  return parts;
}

function refusedText({ refused, first_rows: rows, columns }: InspectionFields, width: number): string[] {
  if (refused === null) return [];
  const where = refused.line === null ? '' : `line ${refused.line}`;
  const facts: [string, string][] = [
    ['refused', refused.code],
    ['what', refused.message],
    ...(where === '' ? [] : [['where', where] as [string, string]]),
    ['what to do', refused.remedy],
  ];
  const shown =
    columns.length > 0 ? [] : rows.map(({ line, cells }) => [line === 0 ? '' : String(line), cells.join(' | ')]);
  const head =
    shown.length === 0
      ? []
      : [`First rows\n${textTable([{ title: 'line', isRight: true }, { title: 'cells' }], shown, width)}`];
  return [factsText(facts, width), ...head];
}

const fits = (figures: InspectionFields['figures']) => figures !== null && figures.rejected === 0;

/** The result of reading the file with the proposed configuration. */
function thenText({ configuration, figures: figuresNow }: InspectionFields, place: string, width: number): string[] {
  if (configuration === null) return [];
  const { figures, refused } = configuration.result;
  const result =
    figures === null
      ? `With it, the file is still refused (${refused?.code}): ${refused?.message} ${refused?.remedy}`
      : `With it, ${linesText({ ...figures, noRecord: figures.no_record })}; ${spanText({ firstDay: figures.first_day, lastDay: figures.last_day })}.`;
  const whatItDoes = fits(figuresNow) ? 'maps more columns' : fits(figures) ? 'makes it fit' : 'comes closest';
  const title = `Configuration that ${whatItDoes}`;
  return [sentenceText(`${title} (${place}):`, width), configuration.snippet.trimEnd(), sentenceText(result, width)];
}

const currencyAsked =
  'The file does not state its currency: name it with --currency, such as --currency MYR. A configured company with one currency needs no option.';

/** An inspection for a person. */
export function inspectionText(fields: InspectionFields, place: string, width: number): string {
  const { figures, configuration } = fields;
  const result = configuration?.result.figures ?? null;
  const rest = result === null ? [] : figuresText(result, width).slice(1);
  return `${[
    fields.file,
    factsText(factsOf(fields), width),
    ...columnsText(fields, width),
    ...claimsText(fields, width),
    ...(figures === null ? [] : figuresText(figures, width)),
    ...refusedText(fields, width),
    ...thenText(fields, place, width),
    ...rest,
    ...(fields.needs_currency ? [sentenceText(currencyAsked, width)] : []),
  ].join('\n\n')}\n`;
}
