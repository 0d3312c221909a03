import { expect, test } from 'vitest';
import { recognisePreset } from '../src/recognise-preset.ts';
import { givenFiles } from './given/given-files.ts';

const given = givenFiles({}, 'bank.csv');
const preset = (name: string, header: string[], text: string[] = []) => ({ name, recognise: { header, text } });

const recognised = async (content: string | Buffer, ...presets: ReturnType<typeof preset>[]) =>
  (await recognisePreset(given(content), 'csv', presets))?.name;

test.each([
  ['whatever the case, spaces and quotes', '"DATUM" , " bedrag  (eur) "\n', ['Datum', 'Bedrag (EUR)'], true],
  ['a header beside its longer form', 'Bedrag EUR\tBedrag\n', ['Bedrag'], true],
  ['headers of two rows', 'Datum\nBedrag\n', ['Datum', 'Bedrag'], false],
])('%s', async (_case, content, header, is) => {
  expect(await recognised(content, preset('a', header))).toBe(is ? 'a' : undefined);
});

test('A header with letters of a code page is recognised before its encoding is known', async () => {
  expect(await recognised(Buffer.from('Buchungstag;Währung\n', 'latin1'), preset('a', ['Währung']))).toBe('a');
});
