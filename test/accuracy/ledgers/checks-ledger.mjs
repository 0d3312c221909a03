// The ledger under construction: the calendar, amounts, and the records with the truth about them.

const millisecondsPerDay = 86_400_000;
const periodStarts = ['2025-01-01', '2025-03-01', '2025-07-01', '2025-10-01', '2026-01-01', '2026-05-01'];
const bankHolidays = new Set(
  `2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27
2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11
2026-11-26 2026-12-25`.split(/\s+/),
);
const pricePoints = [999, 1999, 2900, 4900, 4999, 9900, 9999, 14900, 19900, 25000, 29900, 49900, 75000, 99900];

export const moneyText = (cents) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** Days are counted from the first day of the period. */
export function drawCalendar(draw) {
  const start = Date.parse(draw.one(periodStarts));
  const text = (day) => new Date(start + day * millisecondsPerDay).toISOString().slice(0, 10);
  const weekday = (day) => new Date(start + day * millisecondsPerDay).getUTCDay();
  const isOpen = (day) => weekday(day) % 6 !== 0 && !bankHolidays.has(text(day));
  /** The first day from this one on which the bank posts. */
  const open = (day) => (isOpen(day) ? day : open(day + 1));
  /** The day after so many days of the bank. */
  const posted = (day, lag) => {
    let at = open(day);
    for (let left = lag; left > 0; left -= 1) at = open(at + 1);
    return at;
  };
  return { text, weekday, open, posted };
}

/** In cents: price points, round amounts, and a long tail of odd cents (about 5 to 60,000 dollars). */
export function drawAmount({ chance, one, whole, next }) {
  if (chance(0.16)) return one(pricePoints);
  if (chance(0.16)) return one([whole(1, 40) * 5000, whole(1, 30) * 10000, whole(2, 90) * 1000]);
  const bell = next() + next() + next() + next() - 2;
  return Math.min(6_000_000, Math.max(500, Math.round(42_000 * Math.exp(bell * 2.6))));
}

/** @param {Record<string, number>} weights */
export function weighted({ next }, weights) {
  const entries = Object.entries(weights);
  let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of entries) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  return entries[entries.length - 1][0];
}

export function shuffle(list, { whole }) {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = whole(0, index);
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

const sumOf = (records) => records.reduce((sum, { cents }) => sum + cents, 0);
const onSide = (records, side) => records.filter((record) => record.side === side);

function amountsAgree(members) {
  const [left, right] = [onSide(members, 'left'), onSide(members, 'right')];
  if (left.length === 0 || right.length === 0) return sumOf(members) === 0;
  const fees = left.reduce((sum, { feeCents }) => sum + (feeCents ?? 0), 0);
  return sumOf(left) === sumOf(right) || sumOf(left) - fees === sumOf(right);
}

/** Whether another record of the same amount, near in time, would do as well as one of this pair. */
function hasRival([one, other], byAmount) {
  const [book, line] = one.side === 'left' ? [one, other] : [other, one];
  const isNear = (bookDay, lineDay) => lineDay - bookDay >= -2 && lineDay - bookDay <= book.reach;
  const lines = byAmount.get(`right ${line.cents}`) ?? [];
  const books = byAmount.get(`left ${book.cents}`) ?? [];
  return (
    lines.some((rival) => rival !== line && isNear(book.day, rival.day)) ||
    books.some((rival) => rival !== book && isNear(rival.day, line.day))
  );
}

/**
 * What somebody who sees only the records could go by. 'amount' of a pair says that no other record of this amount is
 * near; of a larger set, that the sums agree (after the processor's or the stated fee).
 */
function evidenceOf({ members, told }, byAmount) {
  const isPair = members.length === 2 && members[0].side !== members[1].side;
  const agrees = told.rule || amountsAgree(members);
  const evidence = [];
  if (told.reference) evidence.push('reference');
  if (told.name) evidence.push('name');
  if (agrees && !(isPair && hasRival(members, byAmount))) evidence.push('amount');
  return evidence.length > 0 ? evidence : ['none'];
}

/** Keys follow the day of entry, as in a real system: the order of creation here would give the matches away. */
function giveKeys(records) {
  for (const [side, letter] of [
    ['left', 'B'],
    ['right', 'K'],
  ]) {
    const ordered = onSide(records, side).sort((one, other) => one.day - other.day);
    for (const [index, record] of ordered.entries()) record.key = `${letter}${String(index + 1).padStart(6, '0')}`;
  }
}

/** Collects what falls into the period; records outside of it leave their partners without a match. */
export function newLedger({ company, calendar, days }) {
  const all = [];
  const sets = [];
  const open = [];
  const isInside = ({ day }) => day >= 0 && day < days;

  const leave = (phenomenon, ...records) => {
    for (const record of records.filter(isInside)) {
      all.push(record);
      open.push({ record, phenomenon });
    }
  };
  /** @param {{ reference?: boolean, name?: boolean, rule?: boolean }} told what the texts give away */
  const match = (phenomenon, told, members) => {
    const inside = members.filter(isInside);
    if (inside.length === members.length) {
      all.push(...members);
      sets.push({ phenomenon, told, members });
    } else if (new Set(inside.map(({ side }) => side)).size === 1) {
      for (const record of inside) leave(record.cut, record);
    }
    // A set of which both sides are inside in part only would be a truth nobody could see: it is not written.
  };
  const toRecord = (record) => ({
    company,
    side: record.side,
    key: record.key,
    amount: moneyText(record.cents),
    at: calendar.text(record.day),
    ...(record.side === 'left' ? { counterparty: record.counterparty } : {}),
    reference: record.reference,
    description: record.description,
    ...(record.feeCents === undefined ? {} : { fee: moneyText(record.feeCents) }),
  });
  const finish = (draw) => {
    shuffle(all, draw);
    giveKeys(all);
    const byAmount = new Map();
    for (const record of all) {
      const place = `${record.side} ${record.cents}`;
      byAmount.set(place, [...(byAmount.get(place) ?? []), record]);
    }
    const truth = sets.map((set) => ({
      keys: set.members.map(({ key }) => key).sort(),
      phenomenon: set.phenomenon,
      evidence: evidenceOf(set, byAmount),
    }));
    return {
      records: all.map(toRecord),
      truth,
      loose: open.map(({ record, phenomenon }) => ({ key: record.key, phenomenon })),
    };
  };
  return { match, leave, finish, size: () => all.length };
}
