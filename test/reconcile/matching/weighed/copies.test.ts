import { describe, expect, test } from 'vitest';
import { banked, booked } from '../../../given/equal-records.ts';
import { type GivenRecord, matched, passes, putRecords } from '../../../given/matching.ts';
import { apartFromOrdinary, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();

async function result(...records: GivenRecord[]): Promise<string[]> {
  await putRecords(acme.warehouse, [...ordinaryPairs(), ...records]);
  const matches = await matched(acme.warehouse, passes('weighed_evidence'));
  return apartFromOrdinary(matches).map((match) => match.replace(/^\w+: /, ''));
}

describe('Of two equal records with one partner', () => {
  test('of the books, the later is the copy', async () => {
    expect(await result(booked('first', 20), booked('again', 21), banked('bank', 22))).toEqual(['first = bank']);
  });

  test('of the bank, the later is the copy', async () => {
    expect(await result(booked('book', 20), banked('first', 21), banked('again', 23))).toEqual(['book = first']);
  });

  test('nothing tells which is the copy on one day', async () => {
    const [match] = await result(booked('one', 20), booked('other', 20), banked('bank', 22));
    expect(match).toContain('?');
  });

  test('the later is no copy after more than a week', async () => {
    const [match = ''] = await result(booked('first', 12), booked('again', 20), banked('bank', 21));
    expect(match).not.toContain('first = bank');
  });

  test('the later is no copy where there is a third one', async () => {
    const matches = await result(booked('first', 18), booked('second', 20), booked('third', 21), banked('bank', 22));
    expect(matches.filter((match) => match.includes(' = '))).toEqual([]);
  });

  test('both are paid where both have a partner', async () => {
    const records = [booked('first', 20), booked('again', 24), banked('bank', 21), banked('later', 26)];
    expect(await result(...records)).toEqual(expect.arrayContaining(['first = bank', 'again = later']));
  });

  test('another name is no copy', async () => {
    const other = booked('other', 21, { counterparty: 'Golden Harvest' });
    expect(await result(booked('book', 20), other, banked('bank', 22))).toEqual(['book = bank']);
  });
});
