import { FileRefusal } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import { printedColumn, unitOf } from './head-words.ts';
import { overlap, type PdfLine, type Phrase, phraseOf, phrasesOf } from './page-lines.ts';
import { pagePlace } from './refusals.ts';

/** The head of one column: its column (undefined where the name is unknown), its name as printed, and its edges. */
export type HeadCell = { column: string | undefined; name: string; left: number; right: number };

/**
 * The head of a table: its first line, the number of lines that belong to it, the number of them that are needed to name its columns,
 * its cells from left to right, and the currency that it names.
 */
export type TableHead = {
  line: PdfLine;
  height: number;
  least: number;
  cells: readonly HeadCell[];
  unit: string | undefined;
};

const mostLines = 4;

/** Heads that are printed so close that they look like one phrase, such as "DATE DESCRIPTION". */
function dividedPhrase(phrase: Phrase, file: TableFile): Phrase[] {
  if (printedColumn(phrase.text, file) !== undefined) return [phrase];
  const parts: Phrase[] = [];
  let at = 0;
  while (at < phrase.words.length) {
    const longest = [4, 3, 2, 1]
      .filter((length) => at + length <= phrase.words.length)
      .map((length) => phraseOf(phrase.words.slice(at, at + length)))
      .find(({ text }) => printedColumn(text, file) !== undefined);
    if (longest === undefined) return [phrase];
    parts.push(longest);
    at += longest.words.length;
    if (phrase.words[at]?.text === '/') at += 1;
  }
  const columns = new Set(parts.map(({ text }) => printedColumn(text, file)));
  return columns.size === 1 ? [phrase] : parts;
}

export type Stack = { left: number; right: number; parts: Phrase[] };

/** The phrases of lines one below the other, from left to right. */
export function stacksOf(lines: readonly PdfLine[], file: TableFile): Stack[] {
  const stacks: Stack[] = [];
  for (const { words } of lines) {
    for (const phrase of phrasesOf(words).flatMap((one) => dividedPhrase(one, file))) {
      const [under, ...others] = stacks.filter((stack) => overlap(stack, phrase) > 0);
      if (under === undefined || others.length > 0) {
        stacks.push({ left: phrase.left, right: phrase.right, parts: [phrase] });
        continue;
      }
      under.parts.push(phrase);
      under.left = Math.min(under.left, phrase.left);
      under.right = Math.max(under.right, phrase.right);
    }
  }
  return stacks.sort((a, b) => a.left - b.left);
}

/** The names under which a stack of lines may be known: all of it, two lines of it, one line, or a part between slashes. */
function namesOf({ parts }: Stack): string[] {
  const texts = parts.map(({ text }) => text);
  const pairs = texts.slice(1).map((text, index) => `${texts[index]} ${text}`);
  const divided = texts.flatMap((text) => (text.includes('/') ? text.split('/') : []));
  return [...new Set([texts.join(' '), ...pairs, ...texts, ...divided])].map((name) => name.trim());
}

/** The column that a stack of phrases names. */
export function cellOf(stack: Stack, file: TableFile): HeadCell {
  const names = namesOf(stack);
  const found = names.find((name) => printedColumn(name, file) !== undefined);
  return {
    column: found === undefined ? undefined : printedColumn(found, file),
    name: found ?? names[0] ?? '',
    left: stack.left,
    right: stack.right,
  };
}

const amountColumns = ['amount', 'credit', 'debit'];

/** Whether cells are the head of a table: a date, an amount and a third column are named, and no figure is among them. */
function isHead(cells: readonly HeadCell[]): boolean {
  const columns = new Set(cells.flatMap(({ column }) => column ?? []));
  return columns.has('booked_on') && amountColumns.some((one) => columns.has(one)) && columns.size >= 3;
}

export const hasFigures = ({ words }: PdfLine) => words.some(({ text }) => /\d/.test(text));

function unitIn(lines: readonly PdfLine[]): string | undefined {
  return lines.flatMap(({ words }) => phrasesOf(words).flatMap(({ text }) => unitOf(text) ?? []))[0];
}

/** Whether a line below a head belongs to it: each of its phrases repeats the head above it in another language, or is its unit. */
function continuesHead(line: PdfLine, cells: readonly HeadCell[], file: TableFile): boolean {
  if (hasFigures(line)) return false;
  return phrasesOf(line.words)
    .flatMap((one) => dividedPhrase(one, file))
    .every((phrase) => {
      const above = cells.filter((cell) => overlap(cell, phrase) > 0);
      const isUnit = /^\(?\s*([A-Z]{2,3}|[^\w\s]{1,2}|[-+])\s*\)?$/.test(phrase.text);
      const column = printedColumn(phrase.text, file);
      const isForeign = !/[A-Za-z]/.test(phrase.text);
      return (
        above.length > 0 &&
        (isUnit || isForeign || above.some((cell) => cell.column === column && column !== undefined))
      );
    });
}

function requireUnique(head: TableHead, file: TableFile): TableHead {
  for (const { column, name, left } of head.cells) {
    const other = head.cells.find((cell) => cell.column === column && cell.left > left);
    if (column === undefined || other === undefined) continue;
    throw new FileRefusal({
      code: 'FILE_COLUMN_TWICE',
      message: `Two columns of the ${file.spec.title} can be the ${column}: "${name}" and "${other.name}".`,
      remedy: `Name the other one in the configuration, for example ${file.spec.section}.ignore: [${JSON.stringify(other.name)}].`,
      place: pagePlace(file, head.line),
    });
  }
  return head;
}

function headAt(lines: readonly PdfLine[], at: number, file: TableFile): TableHead | undefined {
  for (let height = 1; height <= mostLines && at + height <= lines.length; height += 1) {
    const part = lines.slice(at, at + height);
    const [line] = part;
    if (line === undefined || part.some(hasFigures)) return undefined;
    const cells = stacksOf(part, file).map((stack) => cellOf(stack, file));
    if (!isHead(cells)) continue;
    let end = at + height;
    for (let next = lines[end]; next !== undefined && end - at < mostLines + 1; next = lines[end]) {
      if (!continuesHead(next, cells, file)) break;
      end += 1;
    }
    const all = lines.slice(at, end);
    const whole = stacksOf(all, file).map((stack) => cellOf(stack, file));
    return { line, height: end - at, least: height, cells: isHead(whole) ? whole : cells, unit: unitIn(all) };
  }
  return undefined;
}

const knownCount = ({ cells }: TableHead) => cells.filter(({ column }) => column !== undefined).length;

/**
 * The heads of tables on a page, from top to bottom. A head may have several lines, one below the other, in one language or several.
 * Throws FILE_COLUMN_TWICE.
 */
export function headsOf(lines: readonly PdfLine[], file: TableFile): TableHead[] {
  const heads: TableHead[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = headAt(lines, at, file);
    if (found === undefined) continue;
    // a title above the head is not part of it
    const lower = headAt(lines, at + 1, file);
    if (lower !== undefined && found.least > 1 && knownCount(lower) >= knownCount(found)) continue;
    heads.push(requireUnique(found, file));
    at += found.height - 1;
  }
  return heads;
}
