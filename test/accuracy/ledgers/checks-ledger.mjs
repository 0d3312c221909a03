// The ledger under construction: amounts, and the records with the truth about them.
import { moneyText, sumOf } from './money-and-days.mjs';

const pricePoints = [999, 1999, 2900, 4900, 4999, 9900, 9999, 14900, 19900, 25000, 29900, 49900, 75000, 99900];

/** In cents: price points, round amounts, and a long tail of odd cents (about 5 to 60,000 dollars). */
export function drawAmount({ chance, one, whole, next }) {
  if (chance(0.16)) return one(pricePoints);
  if (chance(0.16)) return one([whole(1, 40) * 5000, whole(1, 30) * 10000, whole(2, 90) * 1000]);
  const bell = next() + next() + next() + next() - 2;
  return Math.min(6_000_000, Math.max(500, Math.round(42_000 * Math.exp(bell * 2.6))));
}

export const totalOf = (records) => sumOf(records.map(({ cents }) => cents));
const onSide = (records, side) => records.filter((record) => record.side === side);

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
  const isInside = ({ day }) => day >= 0 && day < days;

  /** Records what belongs to nothing. */
  const leave = (...alone) => all.push(...alone.filter(isInside));
  const match = (phenomenon, members) => {
    const inside = members.filter(isInside);
    if (inside.length === members.length) {
      all.push(...members);
      sets.push({ phenomenon, members });
    } else if (new Set(inside.map(({ side }) => side)).size === 1) leave(...inside);
    // A set of which both sides are inside in part only would be a truth nobody could see: it is not written.
  };
  const toRecord = (record) => ({
    book: company,
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
    const records = draw.shuffled(all);
    giveKeys(records);
    const truth = sets.map(({ phenomenon, members }) => ({ keys: members.map(({ key }) => key).sort(), phenomenon }));
    return { records: records.map(toRecord), truth };
  };
  return { match, leave, finish, size: () => all.length };
}
