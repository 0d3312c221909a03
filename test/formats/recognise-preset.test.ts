import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultReading, type ReadingPreset } from '../../src/domain/reading.ts';
import { recognisePreset } from '../../src/formats/recognise-preset.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-presets-'));
const { aliases, columns, ignored, encoding, dateOrder, hasShortYears, decimalMark, sheet } = defaultReading;
const terms = { aliases, columns, ignored, encoding, dateOrder, hasShortYears, decimalMark, sheet };
const preset = (name: string, header: string[], text: string[] = []): ReadingPreset => ({
  name,
  recognise: { header, text },
  terms,
});

async function recognised(content: string | Buffer, ...presets: ReadingPreset[]) {
  const path = join(folder, 'bank.csv');
  writeFileSync(path, content);
  const spec = { title: 'bank statement', columns: {}, required: [], section: 'books.bank' };
  return (await recognisePreset({ path, fileName: 'bank.csv', spec, reading: defaultReading }, 'csv', presets))?.name;
}

test.each([
  ['a header of one row', 'Datum;Bedrag\n', ['Bedrag', 'Datum'], true],
  ['whatever the case, spaces and quotes', '"DATUM" , " bedrag  (eur) "\n', ['Datum', 'Bedrag (EUR)'], true],
  ['a part of another header', 'Datum;Bedrag EUR\n', ['Bedrag'], false],
  ['a header beside its longer form', 'Bedrag EUR\tBedrag\n', ['Bedrag'], true],
  ['headers of two rows', 'Datum\nBedrag\n', ['Datum', 'Bedrag'], false],
])('%s', async (_case, content, header, is) => {
  expect(await recognised(content, preset('a', header))).toBe(is ? 'a' : undefined);
});

test('A header with letters of a code page is recognised before its encoding is known', async () => {
  expect(await recognised(Buffer.from('Buchungstag;Währung\n', 'latin1'), preset('a', ['Währung']))).toBe('a');
});

test('Texts count besides headers, and the first preset that recognises a file counts', async () => {
  const content = 'Savings 514\nDatum,Bedrag\n';
  expect(
    await recognised(
      content,
      preset('a', ['Datum'], ['Current']),
      preset('b', ['Datum'], ['savings']),
      preset('c', ['Datum']),
    ),
  ).toBe('b');
});
