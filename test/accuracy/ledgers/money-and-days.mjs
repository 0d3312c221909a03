// Amounts in cents, and days as numbers from the first day of a ledger.
const millisecondsPerDay = 86_400_000;

export function moneyText(cents) {
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * @param {number} start the instant at which day 0 begins
 * @param {string} holidays the days on which no bank books, beside weekends
 */
export function calendarOf(start, holidays) {
  const closed = new Set(holidays.split(/\s+/));
  const dateOf = (day) => new Date(start + day * millisecondsPerDay);
  const text = (day) => dateOf(day).toISOString().slice(0, 10);
  /** 0 is Sunday. */
  const weekday = (day) => dateOf(day).getUTCDay();
  const isOpen = (day) => weekday(day) % 6 !== 0 && !closed.has(text(day));
  /** The first day from this one on which banks book. */
  const open = (day) => (isOpen(day) ? day : open(day + 1));
  /** The day of the bank that comes so many of its days after the day. */
  const after = (day, count) => (count === 0 ? open(day) : after(open(day) + 1, count - 1));
  return { text, weekday, open, after };
}
