import type { FileFormat } from '../../domain/file-format.ts';
import type { FileClaim, OpenedFile } from '../opened-file.ts';
import type { RejectedTableRow, TableHeader, TableRow } from '../table/table-spec.ts';
import type { DecodedText } from './decoded-text.ts';

/** One entry of a bank statement, as its format states it; amounts are exact text without a sign. */
export type BankEntry = {
  line: number;
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

/** The notes of a reader during a file: the totals and balances that the file states, and sentences for people. */
export type Noted = { claims: FileClaim[]; notes: string[] };

const columns = [
  ...['booked_on', 'value_date', 'currency', 'description', 'reference', 'account', 'entry_id', 'credit', 'debit'],
  ...['reversal', 'statement_no'],
];

/** A bank format has no header: its entries are rows under this one. */
const header: TableHeader = {
  line: 0,
  width: columns.length,
  positions: new Map(columns.map((column, position) => [column, position])),
  others: [],
};

function rowOf(entry: BankEntry, line: number): TableRow {
  const { bookedOn, valueDate, currency, description, reference, account, entryId, credit, debit } = entry;
  const cells = [bookedOn, valueDate, currency, description, reference, account, entryId, credit, debit];
  return {
    line,
    cells: [...cells.map((cell) => cell ?? ''), entry.isReversal ? 'true' : '', String(entry.statementNo)],
  };
}

/**
 * A bank file as a table with one row for each entry. A row has the line on which its entry begins. Of several entries on one line, each
 * later one has the next number, so that no two rows have the same number.
 */
export function openedBankFile(
  format: FileFormat,
  text: DecodedText,
  entries: (noted: Noted) => AsyncGenerator<BankEntry | RejectedTableRow>,
): OpenedFile {
  const noted: Noted = { claims: [], notes: [] };
  async function* rows() {
    let last = 0;
    for await (const entry of entries(noted)) {
      last = Math.max(last + 1, entry.line);
      if ('code' in entry) yield { ...entry, line: last };
      else yield rowOf(entry, last);
    }
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

/** A list of lines for a note: the first ones by number. */
export function linesText(lines: readonly number[]): string {
  const first = lines.slice(0, listed).join(', ');
  const rest = lines.length - listed;
  return `${lines.length === 1 ? 'line' : 'lines'} ${first}${rest > 0 ? ` and ${rest} more` : ''}`;
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
