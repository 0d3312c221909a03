import { expect, test } from 'vitest';
import { corpusCases } from '../given/corpus-case.ts';
import { testCorpus } from '../given/corpus-test.ts';
import { shareOf } from '../given/share.ts';

const cases = corpusCases();

test('The corpus has good files, files with rejected rows, and files that are refused', () => {
  const loaded = cases.filter(({ outcome }) => outcome === 'loaded');
  expect(loaded.length).toBeGreaterThanOrEqual(250);
  expect(cases.length - loaded.length).toBeGreaterThanOrEqual(100);
});

testCorpus(shareOf(cases, 150));
