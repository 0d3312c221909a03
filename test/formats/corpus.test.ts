import { expect, test } from 'vitest';
import { corpusCases, unpairedFiles } from '../given/corpus-case.ts';
import { testCorpus } from '../given/corpus-test.ts';

test('Every file has its expectation beside it', () => {
  expect(unpairedFiles()).toEqual([]);
});

// whole-corpus.long.test.ts has a share of all files, and with `npm run test:whole` each file
testCorpus(corpusCases().filter((_, index) => index % 120 === 0));
