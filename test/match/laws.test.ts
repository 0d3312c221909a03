import { expect, test } from 'vitest';
import { asText, keysOf, sure } from '../given/matches.ts';
import { type GivenRecord, keyInBook } from '../given/matching.ts';
import { givenLaws, isOther } from './laws.ts';
import { ledgers } from './random-ledger.ts';

// Invariants of any ledger, whatever its passes find. The ledgers come from one seed, and each is a separate book, so
// that one run of the passes is one run over all of them.

const records = ledgers(160, 14, 7_072_028);
const books = [...new Set(records.map(({ book }) => book))];
/** The keys of a ledger in the opposite order. */
const reversed = (key: string) => `${key[0]}${String(99 - Number(key.slice(1)))}`;

const passes = [
  'same_identifier',
  'same_reference_and_amount',
  'same_reference(absolute := 0.05, percent := 1, fee_explains := true)',
  "normalised_reference(prefixes := ['INV-'], absolute := 0.05)",
  'shared_key(absolute := 0.05)',
  'offsetting(days := 3)',
  'similar_description(days_before := 1, days_after := 2, absolute := 0.05)',
  'amount_in_window(days_before := 1, days_after := 2)',
  'sum_in_window(days_after := 3, most_chance := 1)',
  'in_time_order(days_before := 1, days_after := 3, order_kept := true)',
];
const law = givenLaws(passes, records, [reversed, reversed]);

test('The ledgers give every pass sure matches and suggestions', () => {
  expect(books.length).toBe(160);
  expect([...new Set(sure(law.first).map(({ pass }) => pass))].sort()).toEqual(law.all.map(({ pass }) => pass).sort());
  expect(law.first.length - sure(law.first).length).toBeGreaterThan(30);
});

test('Totals and counts are conserved: matched and unmatched records are the input', async () => {
  const both = `
    select side, currency, count(*) as records, sum(amount) as amount, sum(coalesce(fee, 0)) as fee from`;
  const differing = await law.acme.rows(
    `with
     put as (${both} recon.match_record group by all),
     accounted as (
       ${both} (
         from recon.match_left_over
         union all
         select record.* from recon.match_member as member
         inner join recon.match_record as record using (reconciliation, side, record_key)
       ) group by all
     )
     (from put except all from accounted) union all (from accounted except all from put)`,
  );
  expect(differing).toEqual([]);
  const [evidence] = await law.acme.rows(
    `select count(*) filter (right_minus_left <> right_amount - left_amount) as wrong,
       (sum(left_amount) - (select sum(amount) from recon.match_record semi join recon.match_member using (side, record_key)
         where side = 'left'))::text as left_off
     from recon.match_evidence`,
  );
  expect(evidence).toEqual({ wrong: 0n, left_off: '0.0000' });
});

test('An unrelated record does not change the other matches', async () => {
  const unknown = (book: string | undefined, side: 'left' | 'right', amount: string): GivenRecord => ({
    side,
    key: 'unknown',
    amount,
    at: '2026-10-02',
    ...(book === undefined ? {} : { book }),
    identifier: `unknown ${side}`,
    reference: `unknown ${side}`,
    group: `unknown ${side}`,
    counterparty: `Zulu ${side}`,
  });
  const strangers = books.flatMap((book) => [
    unknown(book, 'left', '7777.77'),
    unknown(book, 'right', '-8888.88'),
    { ...unknown(book, 'left', '9999.99'), key: 'one', identifier: 'pair' },
    { ...unknown(book, 'right', '9999.99'), key: 'other', identifier: 'pair' },
  ]);
  const among = await law.matchesOf([...strangers, ...records]);
  expect(among.filter(({ left_keys }) => !keysOf(left_keys).map(keyInBook).includes('one'))).toEqual(law.first);
  expect(among.length).toBe(law.first.length + books.length);
});

test('A copy of the ledger in another currency is matched the same way and independently', async () => {
  const name = (key: string) => key.replace('~', '');
  const other = records.map((record) => ({ ...record, key: `~${record.key}`, currency: `~${record.currency}` }));
  const both = await law.matchesOf([...other, ...records]);
  expect(both.filter((match) => !isOther(match))).toEqual(law.first);
  expect(asText(both.filter(isOther), name)).toEqual(asText(law.first));
});
