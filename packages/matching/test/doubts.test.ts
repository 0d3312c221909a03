import { expect, test } from 'vitest';
import { type Doubt, doubtsOf } from '../src/doubts.ts';
import type { Evidence } from '../src/evidence.ts';
import { unlearned } from '../src/learned.ts';
import { amountAlone, weighedRecord } from './given/weighed-record.ts';

/** The doubts about a pair with some evidence. */
function doubtsAbout(evidence: Partial<Evidence>, { hasRivals = false, numberFound = 0.3 } = {}): Doubt[] {
  const pair = {
    left: weighedRecord('left'),
    right: weighedRecord('right'),
    evidence: { ...amountAlone, ...evidence },
  };
  return doubtsOf(pair, { ...unlearned, numberFound }, hasRivals);
}

test.each<[Doubt[], Partial<Evidence>]>([
  [['names_another'], { namesAnother: true }],
  [['number_of_another'], { number: { kind: 'of_another' } }],
  [['unknown_number'], { number: { kind: 'unknown' } }],
  [['similar_number'], { number: { kind: 'similar' } }],
  [['near_amount'], { relation: 'near' }],
  [['digits'], { relation: 'digits' }],
  [['opposite_sign'], { relation: 'sign' }],
  [['other_amount'], { relation: 'differs' }],
  [['little_evidence'], {}],
  [['names_another', 'near_amount'], { namesAnother: true, relation: 'near' }],
])('A pair is doubted because of %s', (doubts, evidence) => {
  expect(doubtsAbout(evidence)).toEqual(doubts);
});

test('A pair with rivals may have no other doubt', () => {
  expect(doubtsAbout({}, { hasRivals: true })).toEqual([]);
});

test('The reference of another record is no doubt where references are hardly ever found', () => {
  expect(doubtsAbout({ number: { kind: 'of_another' } }, { hasRivals: true, numberFound: 0.1 })).toEqual([]);
});
