import type { Doubt } from 'tieout-matching';
import { expect, test, vi } from 'vitest';
import { apartFromOrdinary, ordinaryPairs } from '../../../packages/matching/test/given/ordinary-pairs.ts';
import {
  lefts,
  numbered,
  ofSunrise,
  rights,
  sunrise,
  text,
} from '../../../packages/matching/test/given/weighed-pairs.ts';
import { type GivenRecord, matched, matchesBy, passes, putRecords } from '../../given/matching.ts';
import { givenRules } from '../../given/rules.ts';

const acme = givenRules();

/** What passes match among ordinary pairs, apart from these. */
async function result(records: readonly GivenRecord[], by: readonly string[], among: GivenRecord[] = ordinaryPairs()) {
  const matches = await matchesBy(acme.warehouse, [...among, ...records], ...by);
  return apartFromOrdinary(matches.map((match) => match.replace(/^\w+: /, '')));
}
const elsewhere = (records: readonly GivenRecord[], place: Partial<GivenRecord>): GivenRecord[] =>
  records.map((record) => ({ ...record, ...place }));

/** The number of records whose texts a matching reads. */
async function recordsRead(...declared: string[]): Promise<number> {
  let records = 0;
  const stream = acme.connection.stream.bind(acme.connection);
  const reading = vi.spyOn(acme.connection, 'stream').mockImplementation(async (...args) => {
    const result = await stream(...args);
    const fetchChunk = result.fetchChunk.bind(result);
    if (result.columnNames().includes('description'))
      vi.spyOn(result, 'fetchChunk').mockImplementation(async () => {
        const chunk = await fetchChunk();
        records += chunk?.rowCount ?? 0;
        return chunk;
      });
    return result;
  });
  try {
    await matched(acme.warehouse, passes(...declared));
    return records;
  } finally {
    reading.mockRestore();
  }
}

test('All passes that weigh records read each record once', async () => {
  await putRecords(acme.warehouse, ordinaryPairs());
  const several = ['weighed_evidence(exact := true)', 'sum_by_name', 'weighed_evidence', 'sum_by_name(by_day := true)'];
  // sixty pairs
  expect(await recordsRead(...several)).toBe(120);
});

test('Records that a query matched between two searches are not open any more', async () => {
  const reference = { reference: 'A-1' };
  await putRecords(acme.warehouse, [
    ...ordinaryPairs(),
    { side: 'left', key: 'of query', amount: '901.13', counterparty: 'Zimmer Ltd', ...reference },
    { side: 'right', key: 'query', amount: '5.00', description: 'DUITNOW', ...reference },
  ]);
  const declared = passes('sum_by_name', 'same_reference(absolute := null)', 'weighed_evidence');
  expect(await matched(acme.warehouse, declared)).toContain('same_reference: of query = query');
});

test('Pairs and sums are kept with their runners-up and doubts', async () => {
  const kept = () => acme.rows('select runners_up, is_exhausted, doubts from recon.match where is_suggested');
  const pair = [...lefts({ L: '4321.65', M: '4321.65' }, sunrise), ...rights({ R: '4321.65' }, ofSunrise)];
  expect(await result(pair, ['weighed_evidence'])).toEqual(['L ? R']);
  expect(await kept()).toEqual([{ runners_up: ['left:M'], is_exhausted: true, doubts: [] }]);
  const exchanged = [...lefts({ L: '4321.65' }, sunrise), ...rights({ R: '4231.65' }, ofSunrise)];
  expect(await result(exchanged, ['weighed_evidence'])).toEqual(['L ? R']);
  expect(await kept()).toEqual([{ runners_up: [], is_exhausted: true, doubts: ['digits'] }]);
  const fitting = lefts({ A: '100.11', B: '200.25', C: '110.13', D: '190.23' }, sunrise);
  const [sum] = await result([...fitting, ...rights({ R: '300.36' }, ofSunrise)], ['sum_by_name']);
  const others = sum === 'A+B ? R' ? 'left:C + left:D' : 'left:A + left:B';
  expect(await kept()).toEqual([{ runners_up: [others], is_exhausted: true, doubts: null }]);
});

test('Currencies are apart', async () => {
  const payment = elsewhere(rights({ R: '4321.65' }, ofSunrise), { currency: 'SGD' });
  expect(await result([...lefts({ L: '4321.65' }, sunrise), ...payment], ['weighed_evidence'])).toEqual([]);
});

test('A name holds nothing of another currency', async () => {
  const records = [
    ...elsewhere(lefts({ A: '1234.56' }, sunrise), { currency: 'SGD' }),
    ...lefts({ B: '2345.67' }, sunrise),
    ...rights({ R: '3580.23' }, ofSunrise),
  ];
  expect(await result(records, ['sum_by_name'])).toEqual([]);
});

test('Amounts of zero are ignored', async () => {
  const records = [
    ...lefts({ L: '0' }, { ...sunrise, reference: 'INV-3501' }),
    ...rights({ R: '0' }, text('DUITNOW SUNRISE HOLDINGS 3501')),
  ];
  expect(await result(records, ['weighed_evidence'], numbered)).toEqual([]);
});

test('What is sure only since another pass took its rival is suggested', async () => {
  const records = [
    ...lefts({ X1: '98312.47' }, sunrise),
    ...elsewhere(lefts({ X2: '99.99' }), { identifier: 'a' }),
    ...rights({ Y1: '98312.47' }, ofSunrise),
    ...elsewhere(rights({ Y2: '98312.47' }, ofSunrise), { identifier: 'a' }),
  ];
  expect(await result(records, ['weighed_evidence', 'same_identifier'])).toEqual(['X2 = Y2', 'X1 ? Y1']);
});

const sentences: Record<Doubt, string> = {
  names_another: 'the right record names somebody else',
  number_of_another: 'the right record has the reference of another record',
  unknown_number: 'the right record has an unknown number in the form of the left references',
  similar_number: 'the number of the right record differs from the reference by a digit',
  near_amount: 'the amounts are only near',
  digits: 'digits of the amounts are exchanged, missing or doubled',
  opposite_sign: 'the amounts have opposite signs',
  other_amount: 'the amounts differ',
  little_evidence: 'what they have in common may be chance',
};

/** Doubts in words. */
async function sentenceOf(doubts: readonly string[]): Promise<unknown> {
  const asked = { doubts: JSON.stringify(doubts) };
  const [row] = await acme.rows(`select recon.doubt_text(from_json($doubts, '["text"]')) as doubts`, asked);
  return row?.doubts;
}

test.each(Object.entries(sentences))('A doubt has a sentence: %s', async (doubt, sentence) => {
  expect(await sentenceOf([doubt])).toBe(sentence);
});

test('Several doubts are one sentence, and none are none', async () => {
  expect(await sentenceOf(['names_another', 'near_amount'])).toBe(
    `${sentences.names_another}, ${sentences.near_amount}`,
  );
  expect(await sentenceOf([])).toBeNull();
});
