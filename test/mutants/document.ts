import { isLosslessNumber, type LosslessNumber, parse, stringify } from 'lossless-json';
import { partsOf, workbookOf } from '../fuzz/workbook.ts';

/** A value of a record: numbers keep the digits that they were written with. */
export type Value = string | boolean | null | LosslessNumber | Value[] | { [name: string]: Value };
export type RecordOf = { [name: string]: Value };

/** The content of an input as records, and how they are written again. */
export type Content = {
  records: RecordOf[];
  /** The columns of a table. */
  columns?: readonly string[];
  /** The rows above the header. */
  preamble?: readonly string[][];
  write(records: readonly RecordOf[], columns?: readonly string[], preamble?: readonly string[][]): Buffer;
};

export const isObject = (value: Value | undefined): value is RecordOf =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

function objectOf(value: unknown): RecordOf {
  const parsed = value as Value;
  if (!isObject(parsed)) throw new Error('the input is not made of objects');
  return parsed;
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}

const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

/** The header is the first row with at least five cells. */
function tableOf(rows: readonly string[][], writeRows: (rows: readonly string[][]) => Buffer): Content {
  const at = rows.findIndex((row) => row.length >= 5);
  const columns = rows[at] ?? [];
  const above = rows.slice(0, at);
  return {
    columns,
    preamble: above,
    records: rows
      .slice(at + 1)
      .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? '']))),
    write: (records, written = columns, preamble = above) =>
      writeRows([
        ...preamble,
        [...written],
        ...records.map((record) => written.map((column) => String(record[column] ?? ''))),
      ]),
  };
}

function csvContent(bytes: Buffer): Content {
  const rows = bytes.toString('utf8').split(/\r?\n/).slice(0, -1).map(cellsOf);
  return tableOf(rows, (written) => Buffer.from(written.map(csvLine).join('')));
}

const entities: readonly [string, string][] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
];
const decoded = (text: string) => entities.reduce((done, [entity, sign]) => done.replaceAll(entity, sign), text);
const encoded = (text: string) =>
  entities.toReversed().reduce((done, [entity, sign]) => done.replaceAll(sign, entity), text);

const columnOf = (reference: string) =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The letters of a column within the first 702. */
const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${lettersOf(Math.floor(column / 26) - 1)}${lettersOf(column % 26)}`;

/** A statement's workbook has a sheet with texts in its cells; it is written with texts, and amounts as numbers. */
function workbookContent(bytes: Buffer): Content {
  const parts = partsOf(bytes);
  const sheet = parts.find(({ name }) => name.startsWith('xl/worksheets/'));
  if (sheet === undefined) throw new Error('the workbook has no sheet');
  const xml = sheet.content.toString('utf8');
  const rows = [...xml.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, inner = '']) => {
    const cells: string[] = [];
    for (const [, reference = '', content = ''] of inner.matchAll(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)) {
      const text = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? '';
      cells[columnOf(reference)] = decoded(text);
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
  const cell = (text: string, place: string) =>
    text === ''
      ? `<c r="${place}"/>`
      : /^-?\d{1,12}(\.\d+)?$/.test(text)
        ? `<c r="${place}"><v>${text}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${encoded(text)}</t></is></c>`;
  return tableOf(rows, (written) => {
    const data = written
      .map((row, at) => {
        const cells = row.map((text, column) => cell(text, `${lettersOf(column)}${at + 1}`));
        return `<row r="${at + 1}">${cells.join('')}</row>`;
      })
      .join('');
    const content = Buffer.from(xml.replace(/<sheetData>.*<\/sheetData>/s, () => `<sheetData>${data}</sheetData>`));
    return workbookOf(parts.map((part) => (part === sheet ? { ...part, content } : part)));
  });
}

function jsonContent(bytes: Buffer): Content {
  const body = objectOf(parse(bytes.toString('utf8')));
  const { results } = body;
  if (!Array.isArray(results))
    return { records: [body], write: ([record]) => Buffer.from(stringify(record ?? {}) ?? '') };
  return {
    records: results.map(objectOf),
    write: (records) => Buffer.from(stringify({ ...body, results: records }) ?? ''),
  };
}

/** One object a line; the body of a callback is JSON in a text. */
function linesContent(bytes: Buffer): Content {
  const records = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const record = objectOf(parse(line));
      return typeof record.body === 'string' ? { ...record, body: objectOf(parse(record.body)) } : record;
    });
  const line = (record: RecordOf) =>
    `${stringify(isObject(record.body) ? { ...record, body: stringify(record.body) } : record)}\n`;
  return { records, write: (written) => Buffer.from(written.map(line).join('')) };
}

/** The records of an input by the ending of its file; nothing where it has none. */
export function contentOf(ext: string, bytes: Buffer): Content | undefined {
  if (ext === 'csv') return csvContent(bytes);
  if (ext === 'xlsx') return workbookContent(bytes);
  if (ext === 'jsonl') return linesContent(bytes);
  return ext === 'json' ? jsonContent(bytes) : undefined;
}
