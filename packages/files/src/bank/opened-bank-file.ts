import type { FileFormat } from '../file-format.ts';
import type { FileClaim, OpenedFile } from '../opened-file.ts';
import type { RejectedTableRow, TableHeader, TableRow } from '../table/table-spec.ts';
import type { DecodedText } from './decoded-text.ts';

/** Where an entry is by the structure of the file, for a format in which entries may share a line: `entry 3 of statement 1 (Ntry)`. */
export function entryPlace(entryNo: number, statementNo: number, element: string): string {
  return `entry ${entryNo} of statement ${statementNo} (${element})`;
}

/** One entry of a bank statement, as its format states it; amounts are exact text without a sign. */
export type BankEntry = {
  line: number;
  /** By entryPlace; absent for a format in which each entry has its own line. */
  place?: string;
  statementNo: number;
  account: string | null;
  currency: string | null;
  /** Days as YYYY-MM-DD; a line with a day in another form is rejected. A time of day and its zone are removed. */
  bookedOn: string | null;
  valueDate: string | null;
  credit: string | null;
  debit: string | null;
  /** Whether the entry reverses an earlier one. */
  isReversal: boolean;
  /** The bank's own reference of the entry. */
  entryId: string | null;
  description: string | null;
  reference: string | null;
};

/** An entry that the reader rejects, with its place as in BankEntry. */
export type RejectedEntry = RejectedTableRow & { place?: string };

/** The notes of a reader during a file: the totals and balances that the file states, and sentences for people. */
export type Noted = { claims: FileClaim[]; notes: string[] };

const columns = [
  ...['booked_on', 'value_date', 'currency', 'description', 'reference', 'account', 'entry_id', 'credit', 'debit'],
  ...['reversal', 'statement_no', 'place'],
];

/** A bank format has no header: its entries are rows under this one. */
const header: TableHeader = {
  line: 0,
  width: columns.length,
  positions: new Map(columns.map((column, position) => [column, position])),
  others: [],
};

function rowOf(entry: BankEntry, line: number, place: string | undefined): TableRow {
  const { bookedOn, valueDate, currency, description, reference, account, entryId, credit, debit } = entry;
  const cells = [bookedOn, valueDate, currency, description, reference, account, entryId, credit, debit];
  return {
    line,
    cells: [...cells.map((cell) => cell ?? ''), entry.isReversal ? 'true' : '', String(entry.statementNo), place ?? ''],
  };
}

/** Each item with the one before and the one after it. */
async function* withNeighbours<T>(items: AsyncGenerator<T>): AsyncGenerator<[T | undefined, T, T | undefined]> {
  let before: T | undefined;
  let current: T | undefined;
  for await (const item of items) {
    if (current !== undefined) yield [before, current, item];
    before = current;
    current = item;
  }
  if (current !== undefined) yield [before, current, undefined];
}

const sharedLineNote = (line: number) =>
  `Entries share lines of the file, the first ones line ${line}: each later entry of a line has the next number. A rejected entry is named by its position.`;

/**
 * A bank file as a table with one row for each entry. A row has the line on which its entry begins. Of several entries on one line, each
 * later one has the next number, so that no two rows have the same number; such a row has the place of its entry, because its number
 * does not lead a person to it.
 */
export function openedBankFile(
  format: FileFormat,
  text: DecodedText,
  entries: (noted: Noted) => AsyncGenerator<BankEntry | RejectedEntry>,
): OpenedFile {
  const noted: Noted = { claims: [], notes: [] };
  async function* rows() {
    let last = 0;
    let sharedLine: number | undefined;
    for await (const [before, entry, next] of withNeighbours(entries(noted))) {
      last = Math.max(last + 1, entry.line);
      const isShared = last !== entry.line || before?.line === entry.line || next?.line === entry.line;
      const place = isShared ? entry.place : undefined;
      if (place !== undefined) sharedLine ??= entry.line;
      if (!('code' in entry)) yield rowOf(entry, last, place);
      else {
        const { code, reason, rawText } = entry;
        yield { line: last, code, reason: place === undefined ? reason : `${reason} It is ${place}.`, rawText };
      }
    }
    if (sharedLine !== undefined) noted.notes.push(sharedLineNote(sharedLine));
  }
  return {
    format,
    encoding: text.encoding,
    sheets: [],
    header,
    rows,
    close: text.close,
    above: [],
    claims: () => noted.claims,
    notes: () => noted.notes,
    csv: undefined,
  };
}

/** A claim about a statement with only its position known. */
export function newClaim(statementNo: number, line: number): FileClaim {
  return {
    statementNo,
    line,
    account: null,
    currency: null,
    identifier: null,
    from: null,
    to: null,
    opening: null,
    closing: null,
    entryCount: null,
    creditSum: null,
    debitSum: null,
  };
}

const listed = 5;

/** A list of entries for a note: the first ones by their lines, or by their places where some share a line. */
export function entriesText(entries: readonly { line: number; place: string }[]): string {
  const first = entries.slice(0, listed);
  const more = entries.length > listed ? ` and ${entries.length - listed} more` : '';
  if (new Set(entries.map(({ line }) => line)).size < entries.length)
    return `${first.map(({ place }) => place).join(', ')}${more}`;
  return `${entries.length === 1 ? 'line' : 'lines'} ${first.map(({ line }) => line).join(', ')}${more}`;
}

/** Distinct words on one line; null without words. */
export function joined(parts: readonly (string | null | undefined)[], separator = '; '): string | null {
  const texts = parts.map((part) => (part ?? '').replaceAll(/\s+/g, ' ').trim()).filter((part) => part !== '');
  return texts.length === 0 ? null : [...new Set(texts)].join(separator);
}

/** A reference, or null where the bank wrote that there is no reference. */
export function givenReference(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' || /^(non ?ref|not ?provided|none?|n\/a|-+|0+)$/i.test(trimmed) ? null : trimmed;
}
