import type { WrittenRecord } from './written-record.ts';

const starts = ['Bal', 'Cor', 'Dun', 'Fer', 'Gom', 'Hil', 'Jas', 'Kup', 'Lem', 'Mor'];
const ends = ['ando', 'etti', 'imsk', 'ovar', 'ungel', 'awit'];

/** A name that no other number has, nor any that could be taken for it. */
export const nameOf = (number: number): string =>
  `${starts[number % starts.length]}${ends[Math.floor(number / starts.length) % ends.length]}`;

/** The reference of an ordinary left record. */
export const referenceOf = (number: number): string => `INV-${2000 + number * 7}`;

/** Decimal text of cents. */
export const decimal = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** A day of the ordinary pairs: the first is 1 September 2026. */
export const dayOf = (day: number): string => new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10);

type Ordinary = {
  count?: number;
  /** Whether the left records have references, and the right ones their numbers. */
  isNumbered?: boolean;
  /** What a right record has before the name. */
  textOf?: (number: number) => string;
  /** The cents that arrive of some cents. */
  arrives?: (cents: number, number: number) => number;
};

/** The cents of an ordinary pair: odd, and each once. */
export const centsOf = (number: number): number => 13_731 + number * 5_317;

/**
 * Sixty pairs with names and odd amounts that are different, one a day, each one to three days apart. They are what a matching learns from:
 * what is rare, and how long payments take.
 */
export function ordinaryPairs({
  count = 60,
  isNumbered = false,
  textOf = () => 'DUITNOW',
  arrives = (cents) => cents,
}: Ordinary = {}): WrittenRecord[] {
  return Array.from({ length: count }, (_, number): WrittenRecord[] => {
    const [name, cents] = [nameOf(number), centsOf(number)];
    const reference = isNumbered ? referenceOf(number) : null;
    return [
      {
        side: 'left',
        key: `ordinary left ${number}`,
        amount: decimal(cents),
        at: dayOf(number),
        counterparty: `${name} Trading`,
        reference,
        description: 'Sale',
      },
      {
        side: 'right',
        key: `ordinary right ${number}`,
        amount: decimal(arrives(cents, number)),
        at: dayOf(number + 1 + (number % 3)),
        description: [
          textOf(number),
          name.toUpperCase(),
          'TRADING',
          ...(reference === null ? [] : [reference.slice(4)]),
        ].join(' '),
      },
    ];
  }).flat();
}

/** Of matches as text, those that have a record of their own. */
export const apartFromOrdinary = (matches: readonly string[]): string[] =>
  matches.filter((match) => !/^ordinary left (\d+) = ordinary right \1$/.test(match));
