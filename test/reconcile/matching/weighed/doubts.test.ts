import { expect, test } from 'vitest';
import { doubtsOf } from '../../../../packages/matching/src/doubts.ts';
import type { Evidence } from '../../../../packages/matching/src/evidence.ts';
import { unlearned } from '../../../../packages/matching/src/learned.ts';
import { amountAlone, weighedRecord } from '../../../../packages/matching/test/given/weighed-record.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();
/** The doubts about a pair with some evidence, in words. */
async function textOf(evidence: Partial<Evidence>, { hasRivals = false, numberFound = 0.3 } = {}): Promise<unknown> {
  const pair = {
    left: weighedRecord('left'),
    right: weighedRecord('right'),
    evidence: { ...amountAlone, ...evidence },
  };
  const doubts = JSON.stringify(doubtsOf(pair, { ...unlearned, numberFound }, hasRivals));
  const [row] = await acme.rows(`select recon.doubt_text(from_json($doubts, '["text"]')) as doubts`, { doubts });
  return row?.doubts;
}

test.each<[string, Partial<Evidence>]>([
  ['the right record names somebody else', { namesAnother: true }],
  ['the right record has the reference of another record', { number: { kind: 'of_another' } }],
  ['the right record has an unknown number in the form of the left references', { number: { kind: 'unknown' } }],
  ['the number of the right record differs from the reference by a digit', { number: { kind: 'similar' } }],
  ['the amounts are only near', { relation: 'near' }],
  ['digits of the amounts are exchanged, missing or doubled', { relation: 'digits' }],
  ['the amounts have opposite signs', { relation: 'sign' }],
  ['the amounts differ', { relation: 'differs' }],
  ['what they have in common may be chance', {}],
  ['the right record names somebody else, the amounts are only near', { namesAnother: true, relation: 'near' }],
])('A pair is doubted because %s', async (text, evidence) => {
  expect(await textOf(evidence)).toBe(text);
});

test('A pair with rivals may have no other doubt', async () => {
  expect(await textOf({}, { hasRivals: true })).toBeNull();
});

test('The reference of another record is no doubt where references are hardly ever found', async () => {
  expect(await textOf({ number: { kind: 'of_another' } }, { hasRivals: true, numberFound: 0.1 })).toBeNull();
});
