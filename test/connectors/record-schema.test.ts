import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  openEnum,
  optional,
  strictly,
  undocumented,
  unexpectedIn,
  unexpectedText,
} from '../../src/connectors/record-schema.ts';

const record = z.object({
  id: z.int(),
  status: openEnum('pending', 'success'),
  note: optional(z.string()),
  live_only: undocumented(z.string()),
  parts: optional(z.array(z.object({ kind: openEnum('a', 'b') }))),
});
const complete = { id: 1, status: 'success', note: null, parts: [{ kind: 'a' }] };
const unexpected = { id: 1, status: 'asleep', parts: [{ kind: 'c', size: 2 }, { kind: 'c' }], mood: 'good' };

describe('lenient', () => {
  test.each([complete, unexpected, { id: 1, status: 'x' }])('%j passes', (value) => {
    expect(record.safeParse(value).success).toBe(true);
  });
  test('a missing required field fails', () => {
    expect(record.safeParse({ status: 'success' }).success).toBe(false);
  });
});

describe('strict', () => {
  test.each([complete, { ...complete, live_only: 'x' }, { ...complete, note: 'x', parts: null }])(
    '%j passes',
    (value) => {
      expect(strictly(record).safeParse(value).success).toBe(true);
    },
  );
  test.each([
    ['a field that is not named', { ...complete, mood: 'good' }],
    ['one that is not named inside', { ...complete, parts: [{ kind: 'a', size: 1 }] }],
    ['a value that is not named', { ...complete, status: 'asleep' }],
    ['one inside', { ...complete, parts: [{ kind: 'c' }] }],
    ['a field that is missing', { id: 1, status: 'success', parts: [] }],
  ])('%s fails', (_, value) => {
    expect(strictly(record).safeParse(value).success).toBe(false);
  });
});

test('unknown fields and values are described', () => {
  expect(
    unexpectedText([
      { record: 'thing', field: 'mood', value: null, count: 1 },
      { record: 'thing', field: 'status', value: 'asleep', count: 3 },
    ]),
  ).toBe('thing.mood (once), thing.status "asleep" (3 times)');
});

test('an empty text is noted where the specification requires one, not where it may be missing', () => {
  const schema = z.object({
    name: z.string(),
    note: optional(z.string()),
    live_only: undocumented(z.string()),
    kind: optional(openEnum('a', 'b')),
  });
  expect(unexpectedIn(schema, { name: '', note: '', live_only: '', kind: '' }, 'thing')).toEqual([
    { record: 'thing', field: 'kind', value: '', count: 1 },
    { record: 'thing', field: 'name (empty)', value: null, count: 1 },
  ]);
});

test('unknown fields and values are counted by record, field and value', () => {
  expect(
    unexpectedIn(z.record(z.string(), record), { MYR: { ...unexpected, mood: 1 }, SGD: unexpected }, 'thing'),
  ).toEqual([
    { record: 'thing', field: 'mood', value: null, count: 2 },
    { record: 'thing', field: 'parts.kind', value: 'c', count: 4 },
    { record: 'thing', field: 'parts.size', value: null, count: 2 },
    { record: 'thing', field: 'status', value: 'asleep', count: 2 },
  ]);
});
