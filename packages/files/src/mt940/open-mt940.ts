import { negated, plainAmount } from '../bank/amount.ts';
import { decodedText, textLines } from '../bank/decoded-text.ts';
import { type BankEntry, joined, type Noted, newClaim, openedBankFile } from '../bank/opened-bank-file.ts';
import { currenciesContradict, damaged, fragment, notAStatement, pagesContradict, tooLarge } from '../bank/refusals.ts';
import type { FileClaim, OpenedFile, StatedBalance } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import { longDate, readEntryLine, readInformation } from './entry.ts';

/** One field of a message, such as :61: with the lines that follow it; or `end`, the end of a message, or its `type`. */
type Field = { tag: string; line: number; lines: string[] };

/** The fields above the entries of a statement. */
const headTags = new Set(['20', '21', '25', '25P', '28', '28C', '60F', '60M']);

/** What only an interim report has: the floor limit of the entries that it reports, and its time. */
const interimTags = new Set(['34F', '13D']);
const interimReport = 'an interim report (MT942), whose entries may never be booked';

/** The most lines of a field, of which the format allows six. */
const longestField = 1000;

const fieldStart = /^:(\d{2}[A-Z]?|NS):(.*)$/;

/** The part of a line that belongs to a message; the parts before {4: and after -} are the envelope. */
function withoutEnvelope(
  text: string,
  isWithin: boolean,
): {
  inside: string;
  isEnd: boolean;
  isEnvelope: boolean;
  type: string | undefined;
} {
  const isEnd = /^-\}/.test(text.trim()) || (!isWithin && text.trim() === '-');
  const isEnvelope = isEnd || /^\{[1-5S]:/.test(text);
  const type = isEnvelope ? /\{2:[IO](\d{3})/.exec(text)?.[1] : undefined;
  const body = isEnvelope ? text.lastIndexOf('{4:') : -1;
  const inside = isEnvelope ? (body === -1 ? '' : text.slice(body + 3)) : text;
  return { inside, isEnd, isEnvelope, type };
}

/**
 * The fields of the messages in a file, one after the other, with or without the envelope {1:…}{4:…-}. A field `type` has
 * the number of the message, such as 940, where an envelope names it. Lines between messages are left out. A lone `-` ends a
 * message only after its closing balance: before it, some banks write one between fields, and payers in their texts.
 */
async function* messageFields(
  lines: AsyncGenerator<{ line: number; text: string }>,
  file: TableFile,
): AsyncGenerator<Field> {
  let field: Field | undefined;
  let isWithin = false;
  for await (const { line, text } of lines) {
    const { inside, isEnd, isEnvelope, type } = withoutEnvelope(text, isWithin);
    const start = fieldStart.exec(inside);
    if (field !== undefined && (isEnvelope || start !== null)) {
      yield field;
      field = undefined;
    }
    if (isEnd) yield { tag: 'end', line, lines: [] };
    if (type !== undefined) yield { tag: 'type', line, lines: [type] };
    if (start !== null) {
      field = { tag: start[1] ?? '', line, lines: [start[2] ?? ''] };
      isWithin = !field.tag.startsWith('62') && (isWithin || headTags.has(field.tag));
    } else if (field !== undefined && inside.trim() !== '' && (inside.trim() !== '-' || field.tag === '86')) {
      field.lines.push(inside);
      if (field.lines.length > longestField)
        throw tooLarge(
          file,
          `The field :${field.tag}: on line ${field.line} has more than ${longestField} lines; at most ${longestField} are read.`,
          field.line,
        );
    }
    if (isEnd) isWithin = false;
  }
  if (field !== undefined) yield field;
}

/** An entry whose field :86: may still follow. */
type OpenEntry = { field: Field; information: string[] };

/** Reads the messages of a file, each entry as it ends. */
class Mt940Reader {
  readonly #file: TableFile;
  readonly #noted: Noted;
  #statementCount = 0;
  #account: string | null = null;
  #identifier: string | null = null;
  /** The statement whose closing balance has not been read. */
  #claim: FileClaim | undefined;
  /** The statement that continues on another page, because its last balance was an intermediate one. */
  #continued: FileClaim | undefined;
  #entry: OpenEntry | undefined;
  #startLine = 1;
  #lastTag = '';

  constructor(file: TableFile, noted: Noted) {
    this.#file = file;
    this.#noted = noted;
  }

  /** Takes one field; returns the entry that it ends. */
  take(field: Field): BankEntry | undefined {
    const { tag, line, lines } = field;
    const [text = ''] = lines;
    if (tag === '86' && this.#entry !== undefined && this.#lastTag !== '86') {
      this.#entry.information = lines;
      this.#lastTag = tag;
      return undefined;
    }
    const isInterim = interimTags.has(tag) || (tag === 'type' && text === '942');
    if (isInterim) throw notAStatement(this.#file, interimReport, 'MT940', line);
    const ended = this.#endEntry();
    this.#lastTag = tag;
    if (tag === 'type' && text !== '940' && text !== '950')
      throw notAStatement(this.#file, `an MT${text} message`, 'MT940', line);
    if (tag === '20' || tag === 'end') this.#begin(line);
    if (tag === '25' || tag === '25P') this.#account = text.trim() === '' ? null : text.trim();
    if (tag === '28C' || tag === '28') this.#identifier = text.split('/')[0]?.trim() || null;
    if (tag === '60F' || tag === '60M') this.#openStatement(field);
    if (tag === '61') this.#entry = { field, information: [] };
    if (tag === '62F' || tag === '62M') this.#closeStatement(field);
    if (tag === '90C' || tag === '90D') this.#takeTotals(field);
    return ended;
  }

  end(): BankEntry | undefined {
    const ended = this.#endEntry();
    this.#requireClosed();
    if (this.#continued !== undefined) this.#noteUnfinished(this.#continued);
    if (this.#statementCount === 0)
      throw fragment(this.#file, 'it has no opening balance (:60F:) and no entries', this.#startLine);
    return ended;
  }

  #begin(line: number): void {
    this.#requireClosed();
    this.#startLine = line;
    this.#account = null;
    this.#identifier = null;
  }

  #requireClosed(): void {
    if (this.#claim === undefined) return;
    const { line } = this.#claim;
    throw damaged(
      this.#file,
      `The statement that begins on line ${line} ends without a closing balance (:62F:).`,
      line,
    );
  }

  #balance({ line, lines, tag }: Field): StatedBalance & { currency: string } {
    const [, mark, on = '', currency = '', digits = ''] =
      /^([CD])(\d{6})([A-Z]{3})([\d.,]+)\s*$/.exec(lines[0] ?? '') ?? [];
    const amount = plainAmount(digits);
    if (mark === undefined || amount === undefined)
      throw damaged(this.#file, `The balance on line ${line} (:${tag}:) cannot be read.`, line);
    return { amount: mark === 'D' ? negated(amount) : amount, on: longDate(on), currency, line };
  }

  #openStatement(field: Field): void {
    this.#requireClosed();
    const { currency, ...opening } = this.#balance(field);
    const before = this.#continued;
    this.#continued = undefined;
    // a page without an account can only be the next page
    const isNext = before?.account === this.#account || before?.account === null || this.#account === null;
    if (before !== undefined && field.tag === '60M' && isNext) {
      if (before.closing !== null && before.closing.amount !== opening.amount)
        throw pagesContradict(this.#file, before.closing, opening);
      this.#claim = before;
      return;
    }
    if (before !== undefined) this.#noteUnfinished(before);
    if (field.tag === '60M')
      this.#noted.notes.push(
        `The statement on line ${field.line} begins on a later page: the file does not have its first one.`,
      );
    this.#statementCount += 1;
    this.#claim = {
      ...newClaim(this.#statementCount, Math.min(this.#startLine, field.line)),
      account: this.#account,
      currency,
      identifier: this.#identifier,
      from: opening.on,
      opening,
    };
    this.#noted.claims.push(this.#claim);
  }

  #noteUnfinished({ line, closing }: FileClaim): void {
    this.#noted.notes.push(
      `The statement that begins on line ${line} continues after line ${closing?.line}: the file does not have its last page.`,
    );
  }

  #closeStatement(field: Field): void {
    const { currency, ...closing } = this.#balance(field);
    const claim = this.#claim;
    if (claim === undefined)
      throw fragment(
        this.#file,
        `the closing balance on line ${field.line} (:${field.tag}:) has no opening balance (:60F:)`,
        field.line,
      );
    if (claim.currency !== currency) {
      const message = `A statement begins in ${claim.currency} (line ${claim.opening?.line}) and ends in ${currency} (line ${field.line}).`;
      throw damaged(this.#file, message, field.line);
    }
    claim.closing = closing;
    claim.to = closing.on;
    if (field.tag === '62M') this.#continued = claim;
    this.#claim = undefined;
  }

  /** The number and the sum of debits (:90D:) or credits (:90C:), which some banks state. */
  #takeTotals({ tag, line, lines }: Field): void {
    const claim = this.#noted.claims.at(-1);
    const [, count = '', currency = '', digits = ''] = /^(\d{1,5})([A-Z]{3})([\d.,]+)\s*$/.exec(lines[0] ?? '') ?? [];
    const sum = plainAmount(digits);
    if (claim === undefined || sum === undefined) return;
    if (claim.currency !== null && claim.opening !== null && claim.currency !== currency) {
      const opening = claim.opening.line;
      const stated = { currency: claim.currency, what: `its opening balance on line ${opening}`, line: opening };
      const other = { currency, what: `the total :${tag}: on line ${line}`, line };
      throw currenciesContradict(this.#file, stated, other);
    }
    const isSecond = claim.creditSum !== null || claim.debitSum !== null;
    if (tag === '90C') claim.creditSum = sum;
    else claim.debitSum = sum;
    // one of the two numbers alone is not the number of all entries
    this.#counted += Number(count);
    if (isSecond) claim.entryCount = this.#counted;
    if (isSecond) this.#counted = 0;
  }
  #counted = 0;

  #endEntry(): BankEntry | undefined {
    if (this.#entry === undefined) return undefined;
    const { field, information } = this.#entry;
    this.#entry = undefined;
    const claim = this.#claim;
    if (claim === undefined)
      throw fragment(
        this.#file,
        `the entry on line ${field.line} (:61:) has no opening balance (:60F:) above it`,
        field.line,
      );
    const [text = '', ...supplementary] = field.lines;
    const read = readEntryLine(text.trim(), claim.opening?.on ?? null);
    const { statementNo, account, currency } = claim;
    const place = { line: field.line, statementNo, account, currency };
    const details = readInformation(information);
    // without its amount the entry is rejected, with its text as the description
    if (read === undefined) {
      const nothing = { bookedOn: null, valueDate: null, credit: null, debit: null, entryId: null, reference: null };
      return { ...place, ...nothing, isReversal: false, description: joined([text, details.text]) };
    }
    return {
      ...place,
      bookedOn: read.bookedOn,
      valueDate: read.valueDate,
      isReversal: read.isReversal,
      credit: read.isCredit ? read.amount : null,
      debit: read.isCredit ? null : read.amount,
      entryId: read.bankReference,
      reference: details.reference ?? read.reference,
      description: joined([details.text, ...supplementary]),
    };
  }
}

async function* entriesOf(
  file: TableFile,
  lines: AsyncGenerator<{ line: number; text: string }>,
  noted: Noted,
): AsyncGenerator<BankEntry> {
  const reader = new Mt940Reader(file, noted);
  for await (const field of messageFields(lines, file)) {
    const entry = reader.take(field);
    if (entry !== undefined) yield entry;
  }
  const last = reader.end();
  if (last !== undefined) yield last;
}

/**
 * Opens an MT940 bank statement (SWIFT customer statement), with or without its envelope. Throws FILE_ENCODING_UNKNOWN, and
 * while its rows are read FILE_DAMAGED, FILE_FORMAT_NOT_ACCEPTED and FILE_BALANCE_CONTRADICTS.
 */
export async function openMt940(file: TableFile): Promise<OpenedFile> {
  const text = await decodedText(file);
  return openedBankFile('mt940', text, (noted) => entriesOf(file, textLines(text, file), noted));
}
