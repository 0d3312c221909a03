import { expect, test } from 'vitest';
import { corpusCases, unpairedFiles } from '../given/corpus-case.ts';
import { testCorpus } from '../given/corpus-test.ts';

test('Every file has its expectation beside it', () => {
  expect(unpairedFiles()).toEqual([]);
});

// a share of every folder; whole-corpus.test.ts has the others
testCorpus(corpusCases().filter((_, index) => index % 24 === 0));
