import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenWorkbooks } from '../../packages/files/test/given/xlsx-corpus/broken.ts';
import { cellWorkbooks } from '../../packages/files/test/given/xlsx-corpus/cells.ts';
import { sheetWorkbooks } from '../../packages/files/test/given/xlsx-corpus/sheets.ts';
import { structureWorkbooks } from '../../packages/files/test/given/xlsx-corpus/structure.ts';
import { corpusFolder } from '../given/corpus-case.ts';

/*
 * The workbooks of test/formats/corpus/xlsx, but for the two that other programs wrote, are made from the XML in
 * test/given/xlsx-corpus, so that a reviewer can read
 * what is in them. `UPDATE_CORPUS=1` writes them; what is expected of each is in the .yaml beside it, by hand.
 */
const all = { ...sheetWorkbooks, ...cellWorkbooks, ...structureWorkbooks, ...brokenWorkbooks };

test.each(Object.entries(all))('%s is what its source says', (name, build) => {
  const path = join(corpusFolder, 'xlsx', name);
  const bytes = build();
  if (process.env.UPDATE_CORPUS === '1') writeFileSync(path, bytes);
  expect(existsSync(path), path).toBe(true);
  expect(readFileSync(path).equals(bytes), `${name} differs from its source`).toBe(true);
  expect(bytes.length).toBeLessThan(15 * 1024);
});
