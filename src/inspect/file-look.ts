import { type FilePreview, foreignFormat, formatNames, readHead, shownEncoding } from 'tieout-files';
import { isAmount, isDay } from './cell-content.ts';

const shownNames = 8;

/** The names of columns; undefined for cells, because a message has no values of the file: days, amounts, numbers, addresses. */
function namesText(cells: readonly string[]): string | undefined {
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isCell = (name: string) => name.length > 60 || isDay(name) || isAmount(name) || /\d{5}|@/.test(name);
  if (names.length < 2 || names.some(isCell)) return undefined;
  return `${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ` and ${names.length - shownNames} more` : ''}`;
}

/** The name of the first element of a text that is markup. */
function rootElement(head: Buffer): string | undefined {
  const { name, markBytes } = shownEncoding(head) ?? { name: 'utf-8', markBytes: 0 };
  const start = new TextDecoder(name.startsWith('utf-16') ? name : 'utf-8').decode(head.subarray(markBytes, 4096));
  return /^\s*(?:<(?:\?[^>]*|!--[\s\S]*?--|!DOCTYPE[^>]*)>\s*)*<([A-Za-z_][\w.:-]*)[\s/>]/i.exec(start)?.[1];
}

/**
 * What a file looks like whose kind nothing shows: `a web page (HTML)`, `a JSON document with the keys a, b`, `a table with the columns
 * Name, Colour`.
 */
export async function lookOf(path: string, { format, rows, sheets, delimiter }: FilePreview): Promise<string> {
  const head = await readHead(path);
  const foreign = foreignFormat(head);
  if (foreign !== undefined) return foreign;
  const widest = rows.reduce((top, { cells }) => Math.max(top, cells.length), 0);
  const header = rows.find(({ cells }) => cells.length === widest)?.cells ?? [];
  const names = namesText(header);
  if (format === 'jsonl') {
    const keys = header.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return keys.length === 0
      ? 'a JSON document'
      : `a JSON document with the keys ${keys.slice(0, shownNames).join(', ')}`;
  }
  if (format === 'xlsx') {
    const named = names === undefined ? '' : ` with the columns ${names}`;
    return `a workbook${named}${sheets.length > 1 ? ` in ${sheets.length} sheets` : ''}`;
  }
  if (format !== 'csv') return `${formatNames[format]}`;
  const root = rootElement(head);
  if (root !== undefined) return `an XML document (${root})`;
  if (delimiter === null || widest < 2) return 'a text without columns';
  return names === undefined ? `a table of ${widest} columns without a header` : `a table with the columns ${names}`;
}
