import { describe, expect, test } from 'vitest';
import type { GivenRecord } from '../../../given/matching.ts';
import { dayOf, nameOf, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';
import {
  type Given,
  harvest,
  left,
  numbered,
  resultIn,
  right,
  sunrise,
  sure,
  text,
} from '../../../given/weighed-pairs.ts';

const acme = givenRules();
const result = (...given: Given) => resultIn(acme.warehouse, ...given);

describe('Numbers', () => {
  test('of a form that refers to our records and that none of them has are not sure', async () => {
    const records = [left('L', '4321.65', { reference: 'INV-3501' }), right('R', '4321.65', text('DUITNOW 9876'))];
    expect(sure(await result(records, { among: numbered }))).toEqual([]);
  });

  test('of the bank contradict nothing', async () => {
    // six digits, on each line, and none of them ours
    const among = ordinaryPairs({ isNumbered: true, textOf: (number) => `TRACE ${810_000 + number * 13}` });
    const records = [
      left('L', '4321.65', { ...sunrise, reference: 'INV-3501' }),
      right('R', '4321.65', text('TRACE 899999 SUNRISE HOLDINGS')),
    ];
    expect(await result(records, { among })).toEqual(['L = R']);
    // nor where nobody is named
    const unnamed = [left('L', '4321.65', sunrise), right('R', '4321.65', text('TRACE 899999'))];
    expect(await result(unnamed, { among })).toEqual(['L = R']);
  });

  test('of a form that few lines have contradict nothing', async () => {
    const few = [1, 2, 3].flatMap((at) => [
      left(`L${at}`, `${at}654.31`, { reference: `INV-350${at}` }),
      right(`R${at}`, `${at}654.31`, text(`DUITNOW 350${at}`)),
    ]);
    const records = [...few, left('L', '4321.65', sunrise), right('R', '4321.65', text('DUITNOW 9876'))];
    expect(await result(records)).toEqual(['L = R', 'L1 = R1', 'L2 = R2', 'L3 = R3']);
  });

  test('that two payments of one amount have exchanged are not sure', async () => {
    const records = [
      left('L1', '4321.65', { ...sunrise, reference: 'INV-3501' }),
      left('L2', '4321.65', { ...harvest, reference: 'INV-3688' }),
      right('R1', '4321.65', text('DUITNOW SUNRISE HOLDINGS 3688')),
      right('R2', '4321.65', text('DUITNOW GOLDEN HARVEST 3501')),
    ];
    expect(sure(await result(records, { among: numbered }))).toEqual([]);
  });

  test('of ours with the exact amount outweigh another payer, unless he could have paid something else', async () => {
    const ours = left('L', '4321.65', { ...sunrise, reference: 'INV-3501' });
    const paid = (amount: string, payer: string) => right('R', amount, text(`DUITNOW ${payer} 3501`));
    // unknown to the books, and known to them
    for (const payer of ['ZAINAL ABIDIN', `${nameOf(7).toUpperCase()} TRADING`])
      expect(await result([ours, paid('4321.65', payer)], { among: numbered })).toEqual(['L = R']);
    // near, and without the number
    expect(sure(await result([ours, paid('4300.15', 'ZAINAL ABIDIN')], { among: numbered }))).toEqual([]);
    const unnumbered = right('R', '4321.65', text('DUITNOW ZAINAL ABIDIN'));
    expect(sure(await result([ours, unnumbered], { among: numbered }))).toEqual([]);
    // a number that is not the reference of the record
    const inText = left('L', '4321.65', { ...sunrise, ...text('Sale 3501') });
    expect(sure(await result([inText, paid('4321.65', 'ZAINAL ABIDIN')], { among: numbered }))).toEqual([]);
    // the payer has an invoice of the same amount
    const his = left('H', '4321.65', { ...harvest, reference: 'INV-3688' });
    expect(sure(await result([ours, his, paid('4321.65', 'GOLDEN HARVEST')], { among: numbered }))).toEqual([]);
  });

  test('of ours outweigh another payer less the stated fee as well, and only if they can mean nothing else', async () => {
    const paid = (reference: string, number: string, amount = '4321.65') => [
      left('L', '4321.65', { ...sunrise, reference, fee: '21.65' }),
      right('R', amount, text(`DUITNOW ZAINAL ABIDIN ${number}`)),
    ];
    const isSure = async (records: GivenRecord[]) =>
      (await result(records, { among: numbered })).some((match) => match === 'L = R');
    expect(await isSure(paid('INV-3501', '3501', '4300.00'))).toBe(true);
    // a number that lots and houses have, and a day
    expect(await isSure(paid('INV-901', '901'))).toBe(false);
    expect(await isSure(paid('INV 20260921', '20260921'))).toBe(false);
    expect(await isSure(paid('INV 20261921', '20261921'))).toBe(true);
    // a number of two records
    const other = left('O', '98.71', { ...harvest, reference: 'INV-3501' });
    expect(await isSure([...paid('INV-3501', '3501'), other])).toBe(false);
  });

  test('decide between equal amounts', async () => {
    const records = [
      left('L1', '4321.65', { reference: 'INV-3501' }),
      left('L2', '4321.65', { reference: 'INV-3688' }),
      right('R1', '4321.65', text('DUITNOW 3688')),
      right('R2', '4321.65', text('DUITNOW 3501')),
    ];
    expect(await result(records, { among: numbered })).toEqual(['L1 = R2', 'L2 = R1']);
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
    Array.from({ length: count }, (_, at) => left(`N${at}`, `${at + 1}654.31`, { at: dayOf(at), ...refill }));
  const open = [left('L', '4321.65', sunrise), right('R', '4321.65', text('REFILL'))];

  test('that describe the payments of several counterparties name nobody', async () => {
    expect(await result([...nameless(3), ...open], { among: described(5) })).toEqual(['L = R']);
    expect(await result([...nameless(3), ...open], { among: described(4) })).toEqual(['L ? R']);
    // of one counterparty, more often as names, and as the name of a counterparty
    const ofOne = described(9, { counterparty: 'Card sales' });
    expect(await result([...nameless(3), ...open], { among: ofOne })).toContain('L ? R');
    expect(await result([...nameless(7), ...open], { among: described(5) })).toEqual(['L ? R']);
    const named = left('P', '98.71', { counterparty: 'Refill' });
    expect(await result([named, ...open], { among: described(5) })).toEqual(['L ? R']);
  });

  test('that every record has identify nobody', async () => {
    const among = ordinaryPairs({ textOf: () => 'CHECK' }).map((record) =>
      record.side === 'left' ? { ...record, counterparty: `${record.counterparty} Check` } : record,
    );
    // near amounts are sure by a name only
    const near = [left('L', '4321.65', { counterparty: 'Check' }), right('R', '4300.15', text('CHECK'))];
    expect(sure(await result(near, { among }))).toEqual([]);
    const equal = [
      left('L1', '4321.65', { counterparty: 'Check' }),
      left('L2', '4321.65', { counterparty: 'Check' }),
      right('R1', '4321.65', text('CHECK')),
      right('R2', '4321.65', text('CHECK')),
    ];
    expect(sure(await result(equal, { among }))).toEqual([]);
  });

  test('of the setting name nobody', async () => {
    const records = [left('L', '4321.65', sunrise), right('R', '4321.65', text('DUITNOW ZAINAL'))];
    expect(sure(await result(records))).toEqual([]);
    expect(await result(records, { pass: "weighed_evidence(stop_words := ['Zainal'])" })).toEqual(['L = R']);
  });

  test('are found where they are misspelt or cut short', async () => {
    const records = [
      left('L1', '4321.65', sunrise),
      left('L2', '4321.65', harvest),
      right('R1', '4321.65', text('DUITNOW GOLDN HARV')),
      right('R2', '4321.65', text('DUITNOW SUNRSIE HOLD')),
    ];
    expect(await result(records)).toEqual(['L1 = R2', 'L2 = R1']);
  });
});
