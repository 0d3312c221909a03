import { describe, expect, test } from 'vitest';
import { banked, booked } from '../../../given/equal-records.ts';
import { type GivenRecord, matched, passes, putRecords } from '../../../given/matching.ts';
import { apartFromOrdinary, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();

type Rest = Partial<GivenRecord>;

async function result(...records: GivenRecord[]): Promise<string[]> {
  await putRecords(acme.warehouse, [...ordinaryPairs(), ...records]);
  const matches = await matched(acme.warehouse, passes('weighed_evidence'));
  return apartFromOrdinary(matches).map((match) => match.replace(/^\w+: /, ''));
}

const cancelled = (key: string, day: number, rest: Rest = {}): GivenRecord =>
  booked(key, day, { amount: '-912.47', description: 'Void', ...rest });

describe('A later record of the opposite amount', () => {
  test('cancels the earlier one of its name', async () => {
    expect(await result(booked('sale', 20), cancelled('void', 23))).toEqual(['sale+void = ']);
  });

  test('cancels the entry that was made again, and the later entry is paid', async () => {
    const records = [booked('sale', 20), cancelled('void', 21), booked('again', 22), banked('bank', 23)];
    expect((await result(...records)).sort()).toEqual(['again = bank', 'sale+void = ']);
  });

  test('cancels a line of the bank that was returned and presented again', async () => {
    const returned = banked('returned', 22, { amount: '-912.47', description: 'RETURNED SUNRISE HOLDINGS' });
    const records = [booked('sale', 20), banked('first', 21), returned, banked('again', 24)];
    expect((await result(...records)).sort()).toEqual([' = first+returned', 'sale = again']);
  });

  test('cancels nothing where it has a partner of its own', async () => {
    const refund = cancelled('refund', 23, { description: 'Refund' });
    const paid = banked('paid back', 24, { amount: '-912.47' });
    const records = [booked('sale', 20), banked('bank', 21), refund, paid];
    expect((await result(...records)).sort()).toEqual(['refund = paid back', 'sale = bank']);
  });

  test('cancels nothing of another name', async () => {
    expect(await result(booked('sale', 20), cancelled('void', 23, { counterparty: 'Golden Harvest' }))).toEqual([]);
  });

  test('cancels nothing after three weeks', async () => {
    expect(await result(booked('sale', 10), cancelled('void', 32))).toEqual([]);
  });

  test('cancels neither of two that it could', async () => {
    expect(await result(booked('sale', 20), booked('other', 22), cancelled('void', 23))).toEqual([]);
  });

  test('cancels the one of two whose number it has', async () => {
    const records = [
      booked('sale', 20, { reference: 'INV-48213' }),
      booked('other', 22, { reference: 'INV-48290' }),
      cancelled('void', 23, { reference: 'INV-48290' }),
    ];
    expect(await result(...records)).toEqual(['other+void = ']);
  });

  test('cancels nothing of a kind that is paid in sums', async () => {
    const parcels = Array.from({ length: 12 }, (_, number) =>
      booked(`parcel ${number}`, 20 + number, {
        amount: `${301 + number * 17}.13`,
        counterparty: null,
        description: 'Parcel by courier',
      }),
    );
    const sent = booked('sale', 20, { description: 'Parcel by courier' });
    const back = cancelled('back', 23, { description: 'Parcel by courier, returned' });
    expect((await result(...parcels, sent, back)).filter((match) => match.includes('sale'))).toEqual([]);
  });
});
