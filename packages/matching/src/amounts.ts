import type { WeighedRecord } from './record.ts';

/**
 * How the amounts of a pair are related: equal; different by a stated fee, or by a fee that other pairs taught; near; with a slip of
 * digits; of the opposite sign; or none of these.
 */
export type Relation = 'equal' | 'fee' | 'learned_fee' | 'near' | 'digits' | 'sign' | 'differs';

/** The relations of amounts that need no further explanation. */
export const exactRelations: readonly Relation[] = ['equal', 'fee', 'learned_fee'];

/** A fee: a percentage in hundredths, and a flat part in ten-thousandths of the unit. */
export type Fee = { basisPoints: number; flat: number };

const cent = 100;
/** The share of an amount up to which another amount is near. */
export const nearShare = 0.05;

/** The smallest unit of an amount: cents, or thousandths where it has them. */
const unitOf = (amount: number): number => (amount % cent === 0 ? cent : amount % 10 === 0 ? 10 : 1);

/** The amounts that differ from one by neighbouring digits exchanged, or a digit dropped or doubled. */
export function digitSlips(amount: number): number[] {
  const unit = unitOf(amount);
  const text = String(Math.abs(amount) / unit);
  const made = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    if (at + 1 < text.length) made.add(`${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`);
    if (text.length > 3) made.add(text.slice(0, at) + text.slice(at + 1));
    made.add(text.slice(0, at + 1) + text.slice(at));
  }
  made.delete(text);
  return [...made].map((each) => Number(each) * unit * Math.sign(amount)).filter((each) => each !== 0);
}

/** The number of characters that two texts have in common at their beginnings. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Whether the shorter of two numbers is the longer one without a digit. */
function isDropped(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1 || short.length < 3) return false;
  const at = commonStart(short, long);
  return short.slice(at) === long.slice(at + 1);
}

/** Whether two whole numbers have as many digits. */
function hasSameLength(a: number, b: number): boolean {
  let power = 10;
  while (power <= a && power <= b) power *= 10;
  return a < power && b < power;
}

function isDigitSlip(a: number, b: number): boolean {
  if (Math.sign(a) !== Math.sign(b)) return false;
  const unit = Math.min(unitOf(a), unitOf(b));
  // two digits that change places change a number by a multiple of nine
  if (((Math.abs(a) - Math.abs(b)) / unit) % 9 !== 0 && hasSameLength(Math.abs(a) / unit, Math.abs(b) / unit))
    return false;
  const [one, other] = [String(Math.abs(a) / unit), String(Math.abs(b) / unit)];
  if (one.length !== other.length) return isDropped(one, other);
  const at = commonStart(one, other);
  return `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}` === other;
}

/** An amount less a learned fee. */
export const lessFee = (amount: number, { basisPoints, flat }: Fee): number =>
  Math.round((amount - (Math.abs(amount) * basisPoints) / 10_000 - flat) / cent) * cent;

const isFee = (fee: number | null, less: number): boolean =>
  fee !== null && fee !== 0 && Math.abs(fee) === Math.abs(less);

export function relationOf(left: WeighedRecord, right: WeighedRecord, fees: readonly Fee[]): Relation {
  const less = left.amount - right.amount;
  if (less === 0) return 'equal';
  if (isFee(left.fee, less) || isFee(right.fee, less)) return 'fee';
  if (left.amount > 0 && less > 0 && fees.some((fee) => Math.abs(lessFee(left.amount, fee) - right.amount) <= cent))
    return 'learned_fee';
  if (left.amount === -right.amount) return 'sign';
  if (isDigitSlip(left.amount, right.amount)) return 'digits';
  const isNear = left.amount * right.amount > 0 && Math.abs(less) <= Math.abs(left.amount) * nearShare;
  return isNear ? 'near' : 'differs';
}
