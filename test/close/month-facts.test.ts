import { expect, test } from 'vitest';
import { changesSince, type SealedLine } from '../../src/close/month-facts.ts';

const line = (facts: Partial<SealedLine>): SealedLine => ({
  ...{
    statement: 'gateway',
    currency: 'MYR',
    subject: '',
    part: 'roll_forward',
    code: 'sales',
    kind: 'fpx',
    title: 'Sales',
  },
  ...{ amount: '100.0000', count: 3 },
  ...facts,
});
const orders = { record: 'order', record_count: 2, sha256: 'a' };
const sealed = {
  decided: [{ decision_id: 'a' }, { decision_id: 'b' }],
  content: [orders],
  statements: [line({}), line({ code: 'reserved', amount: '1.0000', count: null })],
};

test('A month with the same records and statements has not changed, whatever the order of the lines', () => {
  expect(changesSince(sealed, sealed)).toEqual([]);
  expect(changesSince(sealed, { ...sealed, statements: sealed.statements.toReversed() })).toEqual([]);
});

test('Changed, added and removed records are named with their numbers', () => {
  const now = (...content: (typeof orders)[]) => changesSince(sealed, { ...sealed, content });
  expect(now({ ...orders, record_count: 3, sha256: 'b' })).toEqual([
    { subject: 'Orders', currency: null, before: '2', now: '3' },
  ]);
  expect(now({ ...orders, sha256: 'b' })).toEqual([
    { subject: 'Orders', currency: null, before: '2', now: '2, different content' },
  ]);
  expect(now()).toEqual([{ subject: 'Orders', currency: null, before: '2', now: '0' }]);
  expect(now(orders, { ...orders, record: 'bank_line' })).toMatchObject([
    { subject: 'Bank lines', before: '0', now: '2' },
  ]);
});

test('A changed record is named where it is known, and the number of its kind is not repeated', () => {
  const changed = {
    ...sealed,
    content: [
      { ...orders, sha256: 'b' },
      { ...orders, record: 'bank_line' },
    ],
  };
  const record = {
    subject: 'Orders',
    reference: 'INV-1',
    day: '2026-10-03',
    currency: 'MYR',
    before: '9.00',
    now: '8.00',
  };
  expect(changesSince(sealed, changed, [record])).toEqual([
    record,
    { subject: 'Bank lines', currency: null, before: '0', now: '2' },
  ]);
  expect(changesSince(sealed, sealed, [record])).toEqual([]);
});

test('A decision that is no longer in force is a change, and a later decision is not', () => {
  const now = (...ids: string[]) =>
    changesSince(sealed, { ...sealed, decided: ids.map((id) => ({ decision_id: id })) });
  expect(now('a', 'b', 'c')).toEqual([]);
  expect(now('b', 'c')).toEqual([{ subject: 'Decisions in force', currency: null, before: '2', now: '1' }]);
});

test('Changed, added and removed lines of a statement are named with their amounts and counts', () => {
  const now = (...statements: SealedLine[]) => changesSince(sealed, { ...sealed, statements });
  const [sales = line({}), reserved = line({})] = sealed.statements;
  const change = { subject: 'Gateway clearing account: Sales', currency: 'MYR', before: '100.00 (3)' };
  expect(now({ ...sales, amount: '90.5000', count: 2 }, reserved)).toEqual([{ ...change, now: '90.50 (2)' }]);
  expect(now({ ...sales, count: 4 }, reserved)).toEqual([{ ...change, now: '100.00 (4)' }]);
  expect(now(reserved)).toEqual([{ ...change, now: '' }]);
  // several lines of a code are compared together
  const second = { ...reserved, amount: '2.0000' };
  expect(now(sales, reserved, second)).toMatchObject([{ before: '1.00', now: '1.00, 2.00' }]);
  // the currency is part of the key
  expect(now(...sealed.statements, { ...sales, currency: 'KWD', amount: '1.2340' })).toMatchObject([
    { currency: 'KWD', before: '', now: '1.234 (3)' },
  ]);
});

test('What the version that sealed the month did not know is not compared', () => {
  const aged = line({ part: 'ageing', code: 'age_0_7', kind: 'reconciling', title: 'Up to 7 days' });
  const open = line({ part: 'open', code: 'not_settled', kind: 'not_settled', title: 'Not settled' });
  const now = { ...sealed, statements: [...sealed.statements, aged] };
  expect(changesSince(sealed, now)).toEqual([]);
  expect(changesSince({ ...sealed, statement_parts: ['roll_forward', 'ageing'] }, now)).toHaveLength(1);
  // the month had no such item, which the version would have shown
  expect(changesSince(sealed, { ...sealed, statements: [...sealed.statements, open] })).toHaveLength(1);
  expect(changesSince({}, now)).toEqual([]);
  expect(changesSince({ statements: sealed.statements }, { ...now, statements: [] })).toHaveLength(2);
});
