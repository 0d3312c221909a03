import { plainAmount, tidyAmount } from '../bank/amount.ts';
import {
  type BankEntry,
  entriesText,
  entryPlace,
  givenReference,
  joined,
  type Noted,
  newClaim,
  type RejectedEntry,
} from '../bank/opened-bank-file.ts';
import { damaged, notAStatement, signsUnproven, tooLarge } from '../bank/refusals.ts';
import type { FileClaim } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { OfxEvent } from './sgml-elements.ts';

/** The groups that a reader has to distinguish; any other tag without a text is an empty field or an irrelevant group. */
const groups = new Set([
  ...['OFX', 'STMTRS', 'CCSTMTRS', 'BANKTRANLIST', 'STMTTRN', 'LEDGERBAL', 'AVAILBAL', 'BANKACCTFROM', 'CCACCTFROM'],
  ...['BANKACCTTO', 'CCACCTTO', 'PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'IMAGEDATA', 'BALLIST', 'BAL', 'BANKTRANLISTP'],
]);
const statements = new Set(['STMTRS', 'CCSTMTRS']);

/** The fields that make an entry one. */
const onceInEntry = new Set(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID']);

/** The types of entries that are money out. */
const moneyOut = new Set([
  ...['DEBIT', 'FEE', 'SRVCHG', 'ATM', 'POS', 'CHECK', 'PAYMENT', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'],
]);

/** OFX nests about ten groups. */
const mostGroups = 100;

const belowEntries = ['LEDGERBAL', 'AVAILBAL', 'BALLIST', 'BANKTRANLISTP'];

/**
 * The groups that some banks do not close, and the groups whose beginning proves the end of each, because none of them is inside it. The
 * end of a group around it proves its end too.
 */
const unclosed: Readonly<Record<string, readonly string[]>> = {
  STMTTRN: ['STMTTRN', 'BANKTRANLIST', ...belowEntries],
  BANKTRANLIST: ['BANKTRANLIST', ...belowEntries],
  BANKACCTFROM: ['BANKTRANLIST', 'LEDGERBAL'],
  CCACCTFROM: ['BANKTRANLIST', 'LEDGERBAL'],
  LEDGERBAL: ['AVAILBAL', 'BALLIST', 'BANKTRANLISTP'],
  AVAILBAL: ['LEDGERBAL', 'BALLIST', 'BANKTRANLISTP'],
};

/**
 * The day of 20260301000000.000[-5:EST] as the bank wrote it: the 1st of March. It may be another day in another zone, but the bank
 * booked it on this day. Any other text is returned unchanged, and is not a date.
 */
function writtenDay(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:\d{2,6}(?:\.\d+)?)?\s*(?:\[[^\]]*\]?)?$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month}-${day}`;
}

/** The currencies of ISO 4217 whose amounts have three decimals or more. */
const threeDecimals: ReadonlySet<string> = new Set('BHD CLF IQD JOD KWD LYD OMR TND UYW'.split(' '));

/**
 * An amount as plain digits. OFX has no mark between thousands, but some programs write 1,234 for 1234: such a text remains as it is,
 * and its entry is rejected, unless the currency has three decimals.
 */
function amountOf(text: string, currency: string | null): string {
  const tidy = tidyAmount(text);
  const isAmbiguous = /^-?[1-9]\d{0,2},\d{3}$/.test(tidy) && !threeDecimals.has(currency ?? '');
  return isAmbiguous ? tidy : (plainAmount(text) ?? text);
}

const withoutSign = (amount: string) => amount.replace(/^-/, '');

/** Reads the statements of a document, each entry as it ends. */
export class OfxReader {
  readonly #file: TableFile;
  readonly #noted: Noted;
  readonly #path: { name: string; line: number }[] = [];
  #claim: FileClaim | undefined;
  #statementCount = 0;
  #investmentLine: number | undefined;
  #entry: { line: number; place: string; fields: Map<string, string> } | undefined;
  /** The number of entries of the statement so far. */
  #entryCount = 0;
  /** The line of the first group of a name that is closed, and of the first that is not. */
  readonly #closed = new Map<string, number>();
  readonly #open = new Map<string, number>();
  #signEntries: { line: number; place: string }[] = [];
  /** The first entry whose type is money out and whose amount has no minus. */
  #unsignedOut: { line: number; type: string; amount: string } | undefined;
  #hasMinus = false;
  #isCard = false;
  #lastLine = 1;

  constructor(file: TableFile, noted: Noted) {
    this.#file = file;
    this.#noted = noted;
  }

  /** Takes one element; returns the entry that it ends. */
  take(event: OfxEvent): BankEntry | RejectedEntry | undefined {
    this.#lastLine = event.line;
    if (event.kind !== 'field') return event.kind === 'begin' ? this.#begin(event) : this.#end(event);
    this.#field(event);
    return undefined;
  }

  end(): void {
    const [open] = this.#path;
    if (open !== undefined || this.#statementCount === 0) {
      if (this.#investmentLine !== undefined && open === undefined)
        throw notAStatement(
          this.#file,
          'a statement of investments',
          'of a bank account or a credit card',
          this.#investmentLine,
        );
      if (!this.#closed.has('OFX') && open === undefined)
        throw damaged(this.#file, 'The file is a fragment of an OFX document: it has no element OFX.', this.#lastLine);
      const what = open === undefined ? 'has no bank statement (STMTRS or CCSTMTRS)' : 'ends early: it was cut off';
      throw damaged(this.#file, `The document ${what}.`, this.#lastLine);
    }
    if (this.#unsignedOut !== undefined && !this.#hasMinus) throw signsUnproven(this.#file, this.#unsignedOut);
    if (this.#investmentLine !== undefined)
      this.#noted.notes.push(`The statement of investments on line ${this.#investmentLine} is left out.`);
    if (this.#open.size > 0) {
      const names = [...this.#open].map(([name, line]) => `${name} (line ${line})`).join(', ');
      this.#noted.notes.push(`The document does not close each ${names}; the element after it proves its end.`);
    }
    if (this.#signEntries.length > 0) {
      const lines = entriesText(this.#signEntries);
      this.#noted.notes.push(
        `The type of entries contradicts the sign of their amounts (${lines}); the sign of the amount counts.`,
      );
    }
  }

  get #group(): string {
    return this.#path.at(-1)?.name ?? '';
  }

  /** Ends the innermost group, whose end the document leaves out. Throws FILE_DAMAGED where it closes others of its name. */
  #endUnclosed(line: number): BankEntry | RejectedEntry | undefined {
    const open = this.#path.pop();
    if (open === undefined) return undefined;
    if (!this.#open.has(open.name)) this.#open.set(open.name, open.line);
    this.#requireOneStyle(open.name, line);
    return open.name === 'STMTTRN' ? this.#endEntry() : undefined;
  }

  /** A document that closes some groups of a name and not others lost a part. */
  #requireOneStyle(name: string, line: number): void {
    const [open, closed] = [this.#open.get(name), this.#closed.get(name)];
    if (open === undefined || closed === undefined) return;
    throw damaged(
      this.#file,
      `The ${name} of line ${open} does not end, and the one that ends on line ${closed} does: a part of the document is missing.`,
      line,
    );
  }

  #begin({ name, line }: { name: string; line: number }): BankEntry | RejectedEntry | undefined {
    if (name === 'INVSTMTRS') this.#investmentLine ??= line;
    if (!groups.has(name)) return undefined;
    let ended: BankEntry | RejectedEntry | undefined;
    while (unclosed[this.#group]?.includes(name)) ended = this.#endUnclosed(line) ?? ended;
    if (statements.has(name)) {
      this.#statementCount += 1;
      this.#entryCount = 0;
      this.#claim = newClaim(this.#statementCount, line);
      this.#isCard = name === 'CCSTMTRS';
      this.#noted.claims.push(this.#claim);
    }
    if (name === 'STMTTRN') {
      if (this.#entry !== undefined)
        throw damaged(this.#file, `The entry on line ${this.#entry.line} does not end before the next one.`, line);
      this.#entryCount += 1;
      this.#entry = { line, place: entryPlace(this.#entryCount, this.#statementCount, 'STMTTRN'), fields: new Map() };
    }
    this.#path.push({ name, line });
    if (this.#path.length > mostGroups)
      throw tooLarge(
        this.#file,
        `The document has more than ${mostGroups} groups in one another; at most ${mostGroups} are read.`,
        line,
      );
    return ended;
  }

  #field({ name, line, text }: Extract<OfxEvent, { kind: 'field' }>): void {
    const group = this.#group;
    // a stray letter behind a tag makes it a field, and what belongs to its group would be lost
    if (name in unclosed || statements.has(name))
      throw damaged(this.#file, `The ${name} on line ${line} has a text, which only fields have.`, line);
    if (this.#entry !== undefined) {
      const key = group === 'STMTTRN' ? name : `${group}/${name}`;
      // where entries are not closed, one that does not begin either would be lost in the one before it
      if (onceInEntry.has(key) && this.#entry.fields.has(key))
        throw damaged(
          this.#file,
          `The entry on line ${this.#entry.line} has ${name} twice, again on line ${line}: another entry is in it.`,
          line,
        );
      if (!this.#entry.fields.has(key)) this.#entry.fields.set(key, text);
      return;
    }
    const claim = this.#claim;
    if (claim === undefined) return;
    if (name === 'CURDEF') claim.currency = text.toUpperCase();
    if (name === 'ACCTID' && (group === 'BANKACCTFROM' || group === 'CCACCTFROM')) claim.account = text;
    if (name === 'DTSTART' && group === 'BANKTRANLIST') claim.from = writtenDay(text);
    if (name === 'DTEND' && group === 'BANKTRANLIST') claim.to = writtenDay(text);
    if (group !== 'LEDGERBAL') return;
    if (name === 'BALAMT')
      claim.closing = { amount: amountOf(text, claim.currency), on: claim.closing?.on ?? null, line };
    if (name === 'DTASOF') claim.closing = { ...(claim.closing ?? { amount: '', line }), on: writtenDay(text) };
  }

  #end({ name, line }: { name: string; line: number }): BankEntry | RejectedEntry | undefined {
    if (!groups.has(name)) return undefined;
    // some banks end the statement of a credit card as one of an account
    const isEnd = (one: string) => one === name || (statements.has(one) && statements.has(name));
    let ended: BankEntry | RejectedEntry | undefined;
    while (this.#group in unclosed && !isEnd(this.#group) && this.#path.some((one) => isEnd(one.name)))
      ended = this.#endUnclosed(line) ?? ended;
    const open = this.#path.pop();
    if (open === undefined || !isEnd(open.name)) {
      if (!this.#closed.has('OFX') && open === undefined)
        throw damaged(this.#file, 'The file is a fragment of an OFX document: it has no element OFX.', this.#lastLine);
      const what = open === undefined ? 'no element is open' : `${open.name} of line ${open.line} is open`;
      throw damaged(this.#file, `The document ends ${name}, but ${what}.`, line);
    }
    if (!this.#closed.has(name)) this.#closed.set(name, line);
    this.#requireOneStyle(name, line);
    if (statements.has(name)) this.#claim = undefined;
    return name === 'STMTTRN' ? this.#endEntry() : ended;
  }

  #endEntry(): BankEntry | RejectedEntry | undefined {
    const [entry, claim] = [this.#entry, this.#claim];
    this.#entry = undefined;
    if (entry === undefined || claim === undefined) return undefined;
    const { line, place, fields } = entry;
    const field = (name: string) => fields.get(name) ?? null;
    if (field('CORRECTFITID') !== null) {
      return {
        line,
        place,
        code: 'correction_not_applied',
        rawText: [...fields.values()].join(' | '),
        reason: `The entry corrects or deletes the entry ${field('CORRECTFITID')}, which is not supported.`,
      };
    }
    // an amount in a foreign currency has a currency of its own; ORIGCURRENCY refers to a converted amount
    const currency = field('CURRENCY/CURSYM')?.toUpperCase() ?? claim.currency;
    const amount = amountOf(field('TRNAMT') ?? '', currency);
    const isDebit = amount.startsWith('-');
    const type = field('TRNTYPE')?.toUpperCase() ?? '';
    // a payment to a credit card is money in
    const isOut = moneyOut.has(type) && !(type === 'PAYMENT' && this.#isCard);
    if (isDebit) this.#hasMinus = true;
    else if (isOut && amount !== '0' && plainAmount(amount) !== undefined) this.#unsignedOut ??= { line, type, amount };
    if ((type === 'DEBIT' && !isDebit && amount !== '0') || (type === 'CREDIT' && isDebit))
      this.#signEntries.push({ line, place });
    const posted = field('DTPOSTED');
    const value = field('DTAVAIL');
    return {
      line,
      place,
      statementNo: claim.statementNo,
      account: claim.account,
      currency,
      bookedOn: posted === null ? null : writtenDay(posted),
      valueDate: value === null ? null : writtenDay(value),
      credit: isDebit ? null : amount,
      debit: isDebit ? withoutSign(amount) : null,
      isReversal: false,
      entryId: givenReference(field('FITID')),
      reference: givenReference(field('REFNUM')) ?? givenReference(field('CHECKNUM')),
      description: joined([field('NAME') ?? field('PAYEE/NAME'), field('MEMO')]),
    };
  }
}
