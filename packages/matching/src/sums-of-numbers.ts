import { firstLag, lastLag } from './learned.ts';
import type { Scale } from './match-pairs.ts';
import { groupBy, type Side, type WeighedRecord } from './record.ts';
import { hasOpposites, openOf, type SumMatch, sureSum, take, totalOf } from './sums.ts';

/** The most records of one side that a number may hold together. */
const most = 60;
/** The greatest share of fees in a sum that one reference holds together. */
const mostFee = 0.15;
/** The days that an item may be later than the record of its sum. */
const latestItem = 1;
/** The probability up to which a number is on both sides by chance. */
const mostChance = 0.002;

type Claim = { lefts: WeighedRecord[]; rights: WeighedRecord[] };

/** Whether the records of both sides are near enough in time to be one payment. */
function isNearInTime(lefts: readonly WeighedRecord[], rights: readonly WeighedRecord[]): boolean {
  const daysOf = (records: readonly WeighedRecord[]) =>
    records.reduce(([first, last], { day }) => [Math.min(first, day), Math.max(last, day)] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const);
  const [[first, lastItem], [firstTotal, last]] = [daysOf(lefts), daysOf(rights)];
  return last - first <= lastLag && lastItem - last <= latestItem && first - firstTotal <= -firstLag;
}

/** Whether a pair of the records is equal by itself, or two of one side cancel each other: then more than one reading is possible. */
function isAmbiguous({ lefts, rights }: Claim): boolean {
  const amounts = new Set(rights.map(({ amount }) => amount));
  return (
    hasOpposites(lefts) ||
    hasOpposites(rights) ||
    (lefts.length + rights.length > 2 && lefts.some(({ amount }) => amounts.has(amount)))
  );
}

/** Says of a number whether numbers of its length are seldom on both sides by chance. */
function rareNumbers({ rarity: { numbers } }: Scale): (number: string) => boolean {
  const ofLength = new Map<number, number>();
  for (const { length } of numbers.right.keys()) ofLength.set(length, (ofLength.get(length) ?? 0) + 1);
  return (number) => /[A-Z]/.test(number) || (ofLength.get(number.length) ?? 0) * 10 ** -number.length <= mostChance;
}

/** Records with one number that are one payment: equal sums, or three and more items for one amount less fees. */
function ofOneNumber(open: ReadonlySet<WeighedRecord>, scale: Scale, bounded: Set<WeighedRecord>): Claim[] {
  const isRareNumber = rareNumbers(scale);
  const claims: Claim[] = [];
  for (const [number, records] of groupBy(open, ({ numbers }) => numbers)) {
    const lefts = records.filter(({ side }) => side === 'left');
    const rights = records.filter(({ side }) => side === 'right');
    if (lefts.length === 0 || rights.length === 0 || lefts.length + rights.length < 3) continue;
    if (!isNearInTime(lefts, rights)) continue;
    if (lefts.length > most || rights.length > most) {
      for (const record of records) bounded.add(record);
      continue;
    }
    const [gross, net] = [totalOf(lefts), totalOf(rights)];
    const isLessFees =
      lefts.length >= 3 && rights.length === 1 && gross > net && gross - net <= gross * mostFee && isRareNumber(number);
    if (gross === net || isLessFees) claims.push({ lefts, rights });
  }
  return claims;
}

/** A record that names several of the other side by their own numbers, and is their sum. */
function ofSeveralNumbers(open: ReadonlySet<WeighedRecord>, side: Side): Claim[] {
  const owners = groupBy(openOf(open, side === 'left' ? 'right' : 'left'), ({ own }) => own);
  return openOf(open, side).flatMap((record) => {
    const named = record.numbers.map((number) => owners.get(number) ?? []).filter(({ length }) => length <= most);
    const items = [...new Set(named.flat())];
    if (items.length < 2 || totalOf(items) !== record.amount) return [];
    const claim = side === 'left' ? { lefts: [record], rights: items } : { lefts: items, rights: [record] };
    return isNearInTime(claim.lefts, claim.rights) ? [claim] : [];
  });
}

/**
 * The sums that numbers hold together, where each record is part of one only. They are taken from the open records. bounded: the records
 * of numbers that too many records have are added.
 */
export function sumsOfNumbers(open: Set<WeighedRecord>, scale: Scale, bounded: Set<WeighedRecord>): SumMatch[] {
  const claims = [
    ...ofOneNumber(open, scale, bounded),
    ...ofSeveralNumbers(open, 'right'),
    ...ofSeveralNumbers(open, 'left'),
  ];
  // the same records may be found by several numbers
  const keyOf = ({ lefts, rights }: Claim) =>
    JSON.stringify([lefts, rights].map((records) => records.map(({ key }) => key).sort()));
  const distinct = [...new Map(claims.map((claim) => [keyOf(claim), claim])).values()];
  const times = new Map<WeighedRecord, number>();
  for (const { lefts, rights } of distinct)
    for (const record of [...lefts, ...rights]) times.set(record, (times.get(record) ?? 0) + 1);
  return distinct
    .filter(
      (claim) => [...claim.lefts, ...claim.rights].every((record) => times.get(record) === 1) && !isAmbiguous(claim),
    )
    .map(({ lefts, rights }) => take(open, sureSum(lefts, rights)));
}
