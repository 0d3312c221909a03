import { expect, test } from 'vitest';
import { beliefsOf, concerning } from '../src/beliefs.ts';
import { weighedRecord } from './given/weighed-record.ts';

const a = weighedRecord('left');
const b = weighedRecord('left');
const c = weighedRecord('left');
const d = weighedRecord('left');

test('A hypothesis of its own records keeps its odds', () => {
  expect(beliefsOf([{ records: [a, b], weight: 3 }])).toEqual([3]);
});

test('Two hypotheses of one record weaken each other by as much as they are likely', () => {
  const [first = 0, second = 0] = beliefsOf([
    { records: [a, b], weight: 4 },
    { records: [a, c], weight: 1 },
  ]);
  // the odds of each against nothing and the other one
  expect(first).toBeCloseTo(4 - Math.log(1 + Math.exp(1)), 2);
  expect(second).toBeCloseTo(1 - Math.log(1 + Math.exp(4)), 2);
});

test('A hypothesis that a better one excludes does not weaken a third one', () => {
  const [, excluded = 0, third = 0] = beliefsOf([
    { records: [a, b], weight: 20 },
    { records: [b, c], weight: 5 },
    { records: [c, d], weight: 5 },
  ]);
  expect(excluded).toBeLessThan(-10);
  expect(third).toBeCloseTo(5, 2);
});

test('Hypotheses concern a record that others join to it, in the order in which they are given', () => {
  const [near, far, apart] = [[a, b], [b, c], [d]].map((records) => ({ records, weight: 1 }));
  const given = [far, apart, near].filter((each) => each !== undefined);
  expect(concerning([a], given)).toEqual([far, near]);
  expect(concerning([], given)).toEqual([]);
});
