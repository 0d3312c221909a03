import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presetIn } from '../../../src/connectors/files/read-preset.ts';
import { shippedBanks, shippedBanksFolder } from '../../../src/connectors/files/shipped-banks.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { corpusCases } from '../../given/corpus-case.ts';

const folder = join(packageRoot, shippedBanksFolder);
const files = readdirSync(folder).sort();
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const cases = corpusCases();

test.each(files)('%s names its source, and is proven by a file of the corpus', (file) => {
  const text = textOf(file);
  expect(text).toMatch(/^# The columns are those of [\w-]+\/[\w-]+/);
  const { bank, sides, statuses } = presetIn(text, file);
  const [proof] = cases.filter(({ name }) => name === `bank-presets/shipped-${file.replace(/\.yaml$/, '')}.csv`);
  expect(proof).toMatchObject({ outcome: 'loaded', configuration: {} });
  expect(proof?.says).toContain(bank);
  // words of a shipped preset would not be known: they come from the configuration and from sql/connectors/files/bank_word.sql
  expect([...sides.credit, ...sides.debit, ...statuses.booked, ...statuses.not_booked]).toEqual([]);
});

test('the shipped presets are in the order of their files, have different names, and are read once', async () => {
  const presets = await shippedBanks();
  expect(presets.map(({ name }) => name)).toEqual(files.map((file) => presetIn(textOf(file), file).bank));
  expect(new Set(presets.map(({ name }) => name)).size).toBe(files.length);
  expect(await shippedBanks()).toBe(presets);
});

test('a shipped preset recognises by at least five headers, so that it does not take the file of another bank', async () => {
  for (const { recognise } of await shippedBanks()) expect(recognise.header.length).toBeGreaterThanOrEqual(5);
});
