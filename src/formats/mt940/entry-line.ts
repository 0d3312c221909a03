import { plainAmount } from '../bank/amount.ts';
import { givenReference } from '../bank/opened-bank-file.ts';

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

const pattern =
  /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d.,]*|,\d+)([A-Z][A-Za-z0-9]{3})?([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/;

/** The years of 80 and above are those of the last century, as the format counts. */
const fullYear = (short: string) => `${Number(short) >= 80 ? '19' : '20'}${short}`;

/** YYMMDD as a date. It need not exist: banks that count 30 days a month write a 30th of February. */
export function longDate(short: string): string {
  return `${fullYear(short.slice(0, 2))}-${short.slice(2, 4)}-${short.slice(4, 6)}`;
}

/** Days since an early year, for comparing only: a date that does not exist has a place too. */
function dayNumber(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return year * 372 + month * 31 + day;
}

/**
 * The booking day, of which the line has only month and day: the year is that in which it is closest to the value date, and
 * not long before the opening balance. At new year, 0102 with the value date 261231 is 2027-01-02.
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
 * Reads the line :61: of an entry; undefined where it is none. RC takes a credit back and reduces the balance, RD takes a
 * debit back and increases it; EC and ED are expected entries.
 */
export function readEntryLine(text: string, openingOn: string | null): EntryLine | undefined {
  const [, value, entry, mark, , digits, , reference, bankReference] = pattern.exec(text) ?? [];
  const amount = digits === undefined ? undefined : plainAmount(digits);
  if (value === undefined || amount === undefined) return undefined;
  const valueDate = longDate(value);
  return {
    valueDate,
    bookedOn: entry === undefined ? valueDate : bookingDay(entry, valueDate, openingOn),
    isCredit: mark === 'C' || mark === 'EC' || mark === 'RD',
    isReversal: mark === 'RC' || mark === 'RD',
    amount,
    reference: givenReference(reference),
    bankReference: givenReference(bankReference),
  };
}
