import { plainAmount } from '../bank/amount.ts';
import { givenReference, joined } from '../bank/opened-bank-file.ts';

/** The line :61: of an entry. */
export type EntryLine = {
  valueDate: string;
  bookedOn: string;
  isCredit: boolean;
  isReversal: boolean;
  amount: string;
  reference: string | null;
  bankReference: string | null;
};

/** Some banks leave the entry date blank, or write zeros; some write a space before the amount. */
const pattern =
  /^(\d{6}) {0,4}(\d{4})? {0,4}(RC|RD|EC|ED|C|D)([A-Z])? ?(\d[\d.,]*|,\d+)([A-Z][A-Za-z0-9]{3})?([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/;

/** The full year; by the format, years from 80 on belong to the last century. */
const fullYear = (short: string) => `${Number(short) >= 80 ? '19' : '20'}${short}`;

/** YYMMDD as a date. It need not exist: banks that count 30 days a month write a 30th of February. */
export function longDate(short: string): string {
  return `${fullYear(short.slice(0, 2))}-${short.slice(2, 4)}-${short.slice(4, 6)}`;
}

/** Days since an early year, for comparisons only; defined even for a date that does not exist. */
function dayNumber(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return year * 372 + month * 31 + day;
}

/**
 * The booking day. Its line has only month and day: the year is chosen so that it is closest to the value date, and not long before the
 * opening balance. At new year, 0102 with the value date 261231 is 2027-01-02.
 */
function bookingDay(monthDay: string, valueDate: string, openingOn: string | null): string {
  const year = Number(valueDate.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map(
    (one) => `${String(one).padStart(4, '0')}-${monthDay.slice(0, 2)}-${monthDay.slice(2, 4)}`,
  );
  const possible = candidates.filter((date) => openingOn === null || dayNumber(date) >= dayNumber(openingOn) - 31);
  const distance = (date: string) => Math.abs(dayNumber(date) - dayNumber(valueDate));
  const [closest] = (possible.length === 0 ? candidates : possible).sort((a, b) => distance(a) - distance(b));
  return closest ?? valueDate;
}

/**
 * Reads the line :61: of an entry; undefined where it is not one. RC reverses a credit and reduces the balance, RD reverses a debit and
 * increases it; EC and ED are expected entries.
 */
export function readEntryLine(text: string, openingOn: string | null): EntryLine | undefined {
  const [, value, entry, mark, , digits, , reference, bankReference] = pattern.exec(text) ?? [];
  const amount = digits === undefined ? undefined : plainAmount(digits);
  if (value === undefined || amount === undefined) return undefined;
  const valueDate = longDate(value);
  return {
    valueDate,
    bookedOn: entry === undefined || entry === '0000' ? valueDate : bookingDay(entry, valueDate, openingOn),
    isCredit: mark === 'C' || mark === 'EC' || mark === 'RD',
    isReversal: mark === 'RC' || mark === 'RD',
    amount,
    reference: givenReference(reference),
    bankReference: givenReference(bankReference),
  };
}

/** The content of the field :86: of an entry. */
export type Information = { text: string | null; reference: string | null };

/** The words that mark the parts of SEPA texts: EREF+ is the reference of the payer, SVWZ+ the purpose. */
const sepaPart = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC|COAM|OAMT)\+/;

/** The maximum width of a part of a structured text; a word may continue in the next part at this width. */
const fullPart = 27;

/** Joins the parts of a structured text (?20, ?21 …), including words that were broken at full width. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce(
    (text, part, index) => text + (index > 0 && (parts[index - 1] ?? '').length < fullPart ? ' ' : '') + part,
    '',
  );
}

function sepaParts(purpose: string): Map<string, string> {
  const [, ...pieces] = purpose.split(sepaPart);
  const parts = new Map<string, string>();
  for (let at = 0; at + 1 < pieces.length; at += 2) parts.set(pieces[at] ?? '', (pieces[at + 1] ?? '').trim());
  return parts;
}

/** A text with a code of three digits and parts ?00 to ?63, as German banks and others write it. */
function readStructured(lines: readonly string[]): Information | undefined {
  const text = lines.join('');
  const separator = /^\d{3}([?<>^~@])\d{2}/.exec(text)?.[1];
  if (separator === undefined) return undefined;
  const parts = text
    .split(separator)
    .slice(1)
    .map((part) => ({ code: Number(part.slice(0, 2)), content: part.slice(2) }));
  const contents = (isWanted: (code: number) => boolean) =>
    parts.filter(({ code }) => isWanted(code)).map(({ content }) => content);
  const purpose = joinParts(contents((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63))).trim();
  const name = contents((code) => code === 32 || code === 33).join('');
  const sepa = sepaParts(purpose);
  const subject = sepa.get('SVWZ') ?? (sepa.size === 0 ? purpose : (purpose.split(sepaPart)[0] ?? ''));
  return {
    text: joined([...contents((code) => code === 0), subject, name]),
    reference: givenReference(sepa.get('EREF')) ?? givenReference(sepa.get('KREF')),
  };
}

/** Reads the field :86: of an entry: structured, with code words between slashes (/EREF/…/REMI/…), or free text. */
export function readInformation(lines: readonly string[]): Information {
  const structured = readStructured(lines);
  if (structured !== undefined) return structured;
  const free = lines.map((line) => line.trim()).join(lines.some((line) => /^\/[A-Z]{3,4}\//.test(line)) ? '' : ' ');
  const [, slashed] = /\/EREF\/([^/]*)/.exec(free) ?? [];
  const [, plus] = /EREF\+([^+]*?)(?=\s|$|[A-Z]{4}\+)/.exec(free) ?? [];
  return { text: joined([free]), reference: givenReference(slashed ?? plus) };
}
