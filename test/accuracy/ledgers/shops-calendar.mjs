// Days of a ledger as numbers from 0, with the weekends and the public holidays on which banks do not settle.
const millisecondsPerDay = 86_400_000;

// the holidays of Malaysia from 2025 to April 2026 that all banks keep
const holidays = new Set(
  (
    '2025-01-01 2025-01-29 2025-01-30 2025-02-11 2025-03-31 2025-04-01 2025-05-01 2025-05-12 2025-06-02 2025-06-27 ' +
    '2025-09-01 2025-09-05 2025-09-16 2025-10-20 2025-12-25 2026-01-01 2026-02-02 2026-02-17 2026-02-18 2026-03-20 ' +
    '2026-03-23'
  ).split(' '),
);

/** @param {{ whole: (from: number, to: number) => number }} draw */
export function shopsCalendar({ whole }) {
  const start = Date.UTC(2025, whole(0, 12), 1);
  const dateOf = (day) => new Date(start + day * millisecondsPerDay);
  const dayText = (day) => dateOf(day).toISOString().slice(0, 10);
  /** 0 is Sunday. */
  const weekday = (day) => dateOf(day).getUTCDay();
  const isOpen = (day) => weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(dayText(day));
  const nextOpen = (day) => (isOpen(day) ? day : nextOpen(day + 1));
  /** The bank day that comes `count` bank days after the day. */
  const after = (day, count) => {
    let [came, left] = [nextOpen(day), count];
    while (left > 0) {
      came = nextOpen(came + 1);
      left -= 1;
    }
    return came;
  };
  return { dayText, weekday, isOpen, nextOpen, after };
}
