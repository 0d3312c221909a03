import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { timestamp } from '../../src/domain/clock.ts';

const at = (epochMs: number) => timestamp(() => Temporal.Instant.fromEpochMilliseconds(epochMs));

test('A record names its time to the millisecond', () => {
  expect([at(1_790_000_000_000), at(1_790_000_000_500)]).toEqual([
    '2026-09-21T14:13:20.000Z',
    '2026-09-21T14:13:20.500Z',
  ]);
});

test('The texts of times are in the order of the times: files are named after them', () => {
  const time = fc.integer({ min: 0, max: 2_000 }).map((ms) => 1_790_000_000_000 + ms);
  fc.assert(
    fc.property(fc.array(time), (times) => {
      const inOrder = [...times].sort((one, other) => one - other);
      expect(times.map(at).sort()).toEqual(inOrder.map(at));
    }),
  );
});
