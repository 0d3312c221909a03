import { describe, expect, test } from 'vitest';
import { pairs } from './given/matching.ts';
import { dayOf, nameOf, ordinaryPairs } from './given/ordinary-pairs.ts';
import { amongOrdinary, harvest, lefts, numbered, rights, sunrise, text } from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const { result, sureOf } = amongOrdinary(pairs());
const one = lefts({ L: '4321.65' }, sunrise);
const first = { ...sunrise, reference: 'INV-3501' };
const second = { ...harvest, reference: 'INV-3688' };

describe('Numbers', () => {
  test('of a form that refers to our records and that none of them has are not sure', () => {
    const records = lefts({ L: '4321.65' }, { reference: 'INV-3501' });
    expect(sureOf([...records, ...rights({ R: '4321.65' }, text('DUITNOW 9876'))], { among: numbered })).toEqual([]);
  });

  test('of the bank contradict nothing', () => {
    // six digits, on each line, and none of them ours
    const among = ordinaryPairs({ isNumbered: true, textOf: (number) => `TRACE ${810_000 + number * 13}` });
    const records = [
      ...lefts({ L: '4321.65' }, first),
      ...rights({ R: '4321.65' }, text('TRACE 899999 SUNRISE HOLDINGS')),
    ];
    expect(result(records, { among })).toEqual(['L = R']);
    // nor where nobody is named
    expect(result([...one, ...rights({ R: '4321.65' }, text('TRACE 899999'))], { among })).toEqual(['L = R']);
  });

  test('of a form that few lines have contradict nothing', () => {
    const few = [1, 2, 3].flatMap((at) => [
      ...lefts({ [`L${at}`]: `${at}654.31` }, { reference: `INV-350${at}` }),
      ...rights({ [`R${at}`]: `${at}654.31` }, text(`DUITNOW 350${at}`)),
    ]);
    const records = [...few, ...one, ...rights({ R: '4321.65' }, text('DUITNOW 9876'))];
    expect(result(records)).toEqual(['L = R', 'L1 = R1', 'L2 = R2', 'L3 = R3']);
  });

  const paid = (payer: string, amount = '4321.65') => rights({ R: amount }, text(`DUITNOW ${payer}`));
  const ours = lefts({ L: '4321.65' }, first);

  // unknown to the books, and known to them
  test.each(['ZAINAL ABIDIN', `${nameOf(7).toUpperCase()} TRADING`])(
    'of ours with the exact amount outweigh another payer: %s',
    (payer) => {
      expect(result([...ours, ...paid(`${payer} 3501`)], { among: numbered })).toEqual(['L = R']);
    },
  );

  test.each<[string, WrittenRecord[]]>([
    ['the amount is near', [...ours, ...paid('ZAINAL ABIDIN 3501', '4300.15')]],
    ['the number is missing', [...ours, ...paid('ZAINAL ABIDIN')]],
    [
      'the number is not the reference of the record',
      [...lefts({ L: '4321.65' }, { ...sunrise, ...text('Sale 3501') }), ...paid('ZAINAL ABIDIN 3501')],
    ],
    [
      'the payer has an invoice of the same amount',
      [...ours, ...lefts({ H: '4321.65' }, second), ...paid('GOLDEN HARVEST 3501')],
    ],
  ])('of ours do not outweigh another payer where %s', (_, records) => {
    expect(sureOf(records, { among: numbered })).toEqual([]);
  });

  test('of ours outweigh another payer less the stated fee as well, and only if they can mean nothing else', () => {
    const less = (reference: string, number: string, amount = '4321.65') => [
      ...lefts({ L: '4321.65' }, { ...sunrise, reference, fee: '21.65' }),
      ...paid(`ZAINAL ABIDIN ${number}`, amount),
    ];
    const isSure = (records: WrittenRecord[]) => result(records, { among: numbered }).includes('L = R');
    expect(isSure(less('INV-3501', '3501', '4300.00'))).toBe(true);
    // a number that lots and houses have, and a day
    expect(isSure(less('INV-901', '901'))).toBe(false);
    expect(isSure(less('INV 20260921', '20260921'))).toBe(false);
    expect(isSure(less('INV 20261921', '20261921'))).toBe(true);
    // a number of two records
    const other = lefts({ O: '98.71' }, { ...harvest, reference: 'INV-3501' });
    expect(isSure([...less('INV-3501', '3501'), ...other])).toBe(false);
  });

  test('decide between equal amounts', () => {
    const records = [
      ...lefts({ L1: '4321.65' }, { reference: 'INV-3501' }),
      ...lefts({ L2: '4321.65' }, { reference: 'INV-3688' }),
      ...rights({ R1: '4321.65' }, text('DUITNOW 3688')),
      ...rights({ R2: '4321.65' }, text('DUITNOW 3501')),
    ];
    expect(result(records, { among: numbered })).toEqual(['L1 = R2', 'L2 = R1']);
  });
});

describe('Words', () => {
  const refill = text('Refill');
  /** Ordinary pairs of which the first left records are described as refills. */
  const described = (count: number, rest = {}) =>
    ordinaryPairs().map((record, at) =>
      at < 2 * count && record.side === 'left' ? { ...record, ...refill, ...rest } : record,
    );
  /** Refills without a counterparty, whose words are their names. */
  const nameless = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      lefts({ [`N${at}`]: `${at + 1}654.31` }, { at: dayOf(at), ...refill }),
    ).flat();
  const open = [...one, ...rights({ R: '4321.65' }, text('REFILL'))];

  test('that describe the payments of several counterparties name nobody', () => {
    expect(result([...nameless(3), ...open], { among: described(5) })).toEqual(['L = R']);
    expect(result([...nameless(3), ...open], { among: described(4) })).toEqual(['L ? R']);
    // of one counterparty, more often as names, and as the name of a counterparty
    const ofOne = described(9, { counterparty: 'Card sales' });
    expect(result([...nameless(3), ...open], { among: ofOne })).toContain('L ? R');
    expect(result([...nameless(7), ...open], { among: described(5) })).toEqual(['L ? R']);
    const named = lefts({ P: '98.71' }, { counterparty: 'Refill' });
    expect(result([...named, ...open], { among: described(5) })).toEqual(['L ? R']);
  });

  test('that every record has identify nobody', () => {
    const among = ordinaryPairs({ textOf: () => 'CHECK' }).map((record) =>
      record.side === 'left' ? { ...record, counterparty: `${record.counterparty} Check` } : record,
    );
    const check = { counterparty: 'Check' };
    const two = { one: '4321.65', other: '4321.65' };
    expect(sureOf([...lefts(two, check), ...rights(two, text('CHECK'))], { among })).toEqual([]);
  });

  test('of the setting name nobody', () => {
    const records = [...one, ...rights({ R: '4321.65' }, text('DUITNOW ZAINAL'))];
    expect(sureOf(records)).toEqual([]);
    expect(result(records, { by: [pairs({ stopWords: ['Zainal'] })] })).toEqual(['L = R']);
  });

  test('are found where they are misspelt or cut short', () => {
    const records = [
      ...[...lefts({ L1: '4321.65' }, sunrise), ...lefts({ L2: '4321.65' }, harvest)],
      ...rights({ R1: '4321.65' }, text('DUITNOW GOLDN HARV')),
      ...rights({ R2: '4321.65' }, text('DUITNOW SUNRSIE HOLD')),
    ];
    expect(result(records)).toEqual(['L1 = R2', 'L2 = R1']);
  });
});
