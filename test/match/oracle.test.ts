import { expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { bookOf, type GivenRecord, matchesBy } from '../given/matching.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import {
  amountInWindow,
  anything,
  byKey,
  inTimeOrder,
  type OraclePass,
  type OracleRecord,
  offsetting,
  oracle,
  sharedKey,
  similarDescription,
  sumInWindow,
} from './oracle.ts';
import { ledgers } from './random-ledger.ts';

/** The same passes twice: as declared, and as the rules describe them. */
const within = (absolute: bigint, percent = 0n, feeExplains = false) => ({ absolute, percent, feeExplains });
const referenceAndAmount = ({ reference, amount }: OracleRecord) =>
  reference === null ? null : `${reference} ${amount}`;
const declared: Record<string, OraclePass['find']> = {
  same_identifier: byKey(({ identifier }) => identifier, anything),
  'same_reference_and_amount(days_before := 1, days_after := 2)': byKey(referenceAndAmount, anything, {
    before: 1,
    after: 2,
  }),
  same_reference_and_amount: byKey(referenceAndAmount, anything),
  'same_reference(absolute := 0.05, percent := 1, fee_explains := true)': byKey(
    ({ reference }) => reference,
    within(500n, 1n, true),
  ),
  "normalised_reference(prefixes := ['INV-'], absolute := 0.05)": byKey(
    ({ reference }) => bare(reference),
    within(500n),
  ),
  'shared_key(fee_explains := true)': sharedKey(within(0n, 0n, true)),
  'offsetting(days := 3)': offsetting(3),
  'similar_description(days_before := 1, days_after := 2, absolute := 0.05)': similarDescription(
    { before: 1, after: 2 },
    500n,
  ),
  'amount_in_window(days_before := 1, days_after := 2)': amountInWindow({ before: 1, after: 2 }),
  'in_time_order(days_before := 1, days_after := 3, order_kept := true)': inTimeOrder({ before: 1, after: 3 }),
};
const sums: Record<string, OraclePass['find']> = {
  'sum_in_window(days_before := 1, days_after := 3, most_chance := 0.05)': sumInWindow({ before: 1, after: 3 }, 500n),
};
const nameOf = (pass: string) => pass.split('(')[0] ?? pass;

/** Without case, blanks, punctuation, the prefix INV and leading zeros; an empty result is no reference. */
function bare(reference: string | null): string | null {
  const plain = (reference ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^inv/, '')
    .replace(/^0+/, '');
  return plain === '' ? null : plain;
}

function tenThousandths(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const amount = BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'));
  return text.startsWith('-') ? -amount : amount;
}

function oracleRecord(record: GivenRecord): OracleRecord {
  const second = Date.parse(record.at ?? '') / 1000;
  const words = `${record.counterparty ?? ''} ${record.description ?? ''}`.toLowerCase().split(' ');
  return {
    side: record.side,
    key: record.key,
    currency: record.currency ?? '',
    amount: tenThousandths(record.amount),
    fee: tenThousandths(record.fee ?? '0'),
    identifier: record.identifier ?? null,
    reference: record.reference ?? null,
    group: record.group ?? null,
    words: [...new Set(words.filter((word) => word !== '' && word !== 'payment'))],
    second,
    day: Math.floor(second / 86_400),
  };
}

/** The rules do not state which of several equally good assignments in time order is shown; only the number of pairs is compared. */
const comparable = (matches: readonly string[]) =>
  matches
    .filter((match) => !(match.startsWith('sum_in_window') && match.includes('?')))
    .map((match) => (match.startsWith('in_time_order') && match.includes('?') ? 'in_time_order ?' : match))
    .sort();

/** The matches in each ledger, and the ledgers in which the oracle differs. */
async function compareWithOracle(both: typeof declared, records: readonly GivenRecord[]) {
  const warehouse = await givenWarehouse();
  await matchesBy(warehouse, records, ...Object.keys(both));
  const rows = await readRows(
    warehouse.connection,
    `select coalesce(left_keys[1], right_keys[1]) as key, pass || ': ' || array_to_string(left_keys, '+') || case when is_suggested then ' ? ' else ' = ' end
       || array_to_string(right_keys, '+') as match, pass, is_suggested from recon.match`,
  );
  warehouse.close();
  const found = new Map<string, string[]>();
  for (const { key, match } of rows) {
    const book = bookOf(String(key));
    found.set(book, [...(found.get(book) ?? []), String(match).replaceAll(`${book}:`, '')]);
  }
  const byBook = new Map<string, GivenRecord[]>();
  for (const record of records) {
    const book = record.book ?? '';
    byBook.set(book, [...(byBook.get(book) ?? []), record]);
  }
  const differing = [...byBook].flatMap(([book, own]) => {
    const all = Object.entries(both).map(([pass, find]): OraclePass => ({ name: nameOf(pass), find }));
    const expected = oracle(own.map(oracleRecord), all);
    const actual = comparable(found.get(book) ?? []);
    return JSON.stringify(comparable(expected)) === JSON.stringify(actual) ? [] : [{ book, expected, actual, own }];
  });
  const sureOf = (name: string) => rows.filter(({ pass, is_suggested }) => pass === name && is_suggested === false);
  const unsureOf = (name: string) => rows.filter(({ pass, is_suggested }) => pass === name && is_suggested === true);
  return { differing, ledgerCount: byBook.size, sureOf, unsureOf };
}

test('An oracle written from the rules gives the same matches for a thousand random ledgers', async () => {
  const { differing, ledgerCount, sureOf, unsureOf } = await compareWithOracle(declared, ledgers(1000, 10, 20_261_001));
  expect(differing.slice(0, 1)).toEqual([]);
  expect(ledgerCount).toBe(1000);
  // the ledgers are meaningful: every pass has sure matches and suggestions
  for (const name of Object.keys(declared).map(nameOf)) {
    expect(sureOf(name).length, name).toBeGreaterThan(5);
    const isNeverUnsure = ['shared_key', 'amount_in_window'].includes(name);
    expect(unsureOf(name).length > 0, name).toBe(!isNeverUnsure);
  }
});

/** Odd amounts with one or several sums, and round ones, of which any fit. */
const parts = [
  ['12.34', '7.77', '20.11', '31.07', '38.84', '5.53'],
  ['12.34', '7.77', '20.11', '5.53', '25.64', '33.41', '43.41'],
  ['10', '20', '30', '50'],
];

test('The oracle gives the same sure matches for a thousand random ledgers of sums', async () => {
  const { differing, ledgerCount, sureOf, unsureOf } = await compareWithOracle(
    sums,
    ledgers(1000, 16, 20_261_002, parts),
  );
  expect(differing.slice(0, 1)).toEqual([]);
  expect(ledgerCount).toBe(1000);
  expect(sureOf('sum_in_window').length).toBeGreaterThan(20);
  expect(unsureOf('sum_in_window').length).toBeGreaterThan(20);
});
