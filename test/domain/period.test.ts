import { expect, test } from 'vitest';
import { absurdWindow } from '../../src/domain/period.ts';

test.each([
  [null, null],
  ['2026-11-01T16:00:00Z', '2026-11-02T16:00:00Z'],
  // a reading at an instant
  ['2026-11-01T16:00:00Z', '2026-11-01T16:00:00Z'],
  // the longest period of a run, with the days before it that are fetched again
  ['2023-09-15T16:00:00Z', '2026-11-02T16:00:00Z'],
])('Something can have been received for %s to %s', (from, to) => {
  expect(absurdWindow(from, to)).toBeUndefined();
});

test.each([
  ['2026-11-03T00:00:00Z', '2026-11-01T00:00:00Z', 'is before'],
  ['2026-11-03T00:00:00Z', null, 'one end only'],
  [null, '2026-11-03T00:00:00Z', 'one end only'],
  ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 'days are more than any run asks for'],
  ['0001-01-01T00:00:00Z', '0001-01-02T00:00:00Z', 'is not between'],
  ['9999-12-30T00:00:00Z', '9999-12-31T00:00:00Z', 'is not between'],
])('Nothing can have been received for %s to %s', (from, to, why) => {
  expect(absurdWindow(from, to)).toContain(why);
});
