import fc from 'fast-check';
import type { GivenRecord } from '../given/matching.ts';

/** Some of the values or none: a ledger without identifiers is matched by the later passes. */
const some = (values: string[], most: number) =>
  fc.oneof(fc.constant<string[]>([]), fc.subarray(values, { minLength: 1, maxLength: most }));

/** Amounts that are close, cancel each other, add up to each other, or are all equal. */
const amounts = [
  ['10', '10.05', '9.60'],
  ['10', '-10'],
  ['10', '10.05', '9.60', '19.60', '20', '-20', '0'],
  ['12.34', '7.77', '20.11', '31.07', '38.84', '5.53', '36.60'],
  ['10'],
];

/** Few distinct values, so that keys, amounts, days and names often coincide, also more than twice. */
const paletteOf = (mixes: string[][]) =>
  fc.record({
    amounts: fc.constantFrom(...mixes),
    identifiers: some(['a', 'b', 'c', 'd', 'e'], 5),
    references: fc.oneof(
      some(['INV-1', 'inv 01', '1', 'X-2', 'x2', 'INV', 'Y3', 'Z4'], 8),
      fc.constant<string[]>(['X-2']),
    ),
    groups: some(['g', 'h', 'i'], 2),
    counterparties: some(['Alpha', 'Bravo', 'Alpha Bravo', 'Echo Bravo Golf'], 3),
    descriptions: some(['payment', 'Delta', 'bravo delta', 'echo'], 2),
    lastDay: fc.constantFrom(2, 4, 9),
  });

const oneOf = (values: string[]) =>
  fc.option(values.length === 0 ? fc.constant(null) : fc.constantFrom(...values), { freq: 4 });

/** A ledger of up to `most` records, of one book. */
const ledger = (most: number, mixes: string[][]) =>
  paletteOf(mixes).chain((values) =>
    fc.array(
      fc.record({
        side: fc.constantFrom<'left' | 'right'>('left', 'right'),
        amount: fc.constantFrom(...values.amounts),
        currency: fc.oneof({ weight: 9, arbitrary: fc.constant('MYR') }, fc.constant('SGD')),
        fee: oneOf(['0.40', '0.05']),
        identifier: oneOf(values.identifiers),
        reference: oneOf(values.references),
        group: oneOf(values.groups),
        counterparty: oneOf(values.counterparties),
        description: oneOf(values.descriptions),
        day: fc.integer({ min: 1, max: values.lastDay }),
        hour: fc.constantFrom('00', '09', '16'),
      }),
      { minLength: 2, maxLength: most, size: 'max' },
    ),
  );

/** Several ledgers as several books, matched in one run, because books are independent. */
export function ledgers(count: number, most: number, seed: number, mixes = amounts): GivenRecord[] {
  return fc.sample(ledger(most, mixes), { numRuns: count, seed }).flatMap((records, index) =>
    records.map(
      ({ day, hour, ...rest }, place): GivenRecord => ({
        ...rest,
        book: `c${String(index).padStart(4, '0')}`,
        key: `${rest.side === 'left' ? 'L' : 'R'}${place}`,
        at: `2026-10-0${day}T${hour}:00:00Z`,
      }),
    ),
  );
}
