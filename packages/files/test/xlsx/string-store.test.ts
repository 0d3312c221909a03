import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { stringStore } from '../../src/xlsx/string-store.ts';

const texts = Array.from({ length: 20_000 }, (_, index) => `text ${index} ${'é付'.repeat(index % 7)}`);
const spillFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tieout-files-'));

test.each([
  ['in memory', 32 * 1024 ** 2, false],
  ['in a file, from the first one', 0, true],
  ['in both', 200_000, true],
])('Strings are kept %s, and read in any order', (_place, memory, isSpilled) => {
  const before = spillFiles();
  const store = stringStore(undefined, memory);
  for (const text of texts) store.add(text);
  expect(store.isSpilled()).toBe(isSpilled);
  expect(texts.map((_, index) => store.get(index))).toEqual(texts);
  // far apart, so that each one is in another block
  const apart = texts.map((_, step) => (step * 7919) % texts.length);
  expect(apart.map((index) => store.get(index))).toEqual(apart.map((index) => texts[index]));
  expect(store.get(texts.length)).toBeUndefined();
  store.close();
  expect(spillFiles()).toEqual(before);
});
