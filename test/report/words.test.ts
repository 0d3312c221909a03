import { expect, test } from 'vitest';
import { reconciliations } from '../../src/reconcile/definitions.ts';
import { loadDefinition } from '../../src/report/definition.ts';
import { en } from '../../src/report/words/en.ts';
import { ms } from '../../src/report/words/ms.ts';
import { msPhrases } from '../../src/report/words/ms-phrases.ts';
import { phraseIn, sentenceIn, wordsOf } from '../../src/report/words/words.ts';
import { sqlFiles } from '../../src/warehouse/sql-files.ts';

const word = (code: string) => code.replaceAll('_', ' ');

/** Every key with what stands there: text, or a function of so many arguments. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => shape(part, `${path}.${key}`));
}

test('Both languages have the same keys', () => {
  expect(shape(ms)).toEqual(shape(en));
  expect(shape(en).length).toBeGreaterThan(100);
});

test('Nothing is left in English by copying it', () => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap((value) =>
      typeof value === 'string' ? [value] : typeof value === 'object' ? texts(value) : [],
    );
  const same = texts(ms).filter((text) => text.split(' ').length > 2 && texts(en).includes(text));
  expect(same).toEqual([]);
});

test('Every title of the reports has its Malay', async () => {
  const { title, sections } = await loadDefinition('daily');
  const phrases = [
    title,
    ...sections.flatMap((section) => [section.title, section.about, ...section.columns.map((column) => column.title)]),
  ];
  expect(phrases.filter((phrase) => msPhrases[phrase] === undefined)).toEqual([]);
});

test('Every reconciliation, its sides, its reasons, what to do about them and the lines of its bridge have their Malay', async () => {
  const heads = await reconciliations();
  const phrases = heads.flatMap(({ title, left, right, meaning, action, reasons, passes }) => [
    ...[title, left, right, meaning, action],
    ...reasons.flatMap((reason) => [reason.meaning, reason.action, word(reason.outcome)]),
    ...passes.map(({ pass }) => word(pass)),
  ]);
  expect(phrases.length).toBeGreaterThan(150);
  const lines = (await sqlFiles('reconcile')).flatMap(({ text }) =>
    [...text.matchAll(/'([A-Z][^'\n]+)'(?: end)? as title|\d+, '[a-z_]+', '([A-Z][^'\n]+)',/g)].map(
      ([, first, further]) => first ?? further ?? '',
    ),
  );
  expect(lines.length).toBeGreaterThan(30);
  expect([...phrases, ...lines].filter((phrase) => phraseIn(wordsOf('ms'), phrase) === phrase)).toEqual([]);
});

test('The sentences that tell a reason have their Malay', async () => {
  const files = [...(await sqlFiles('reconcile')), ...(await sqlFiles('verdict')), ...(await sqlFiles('match'))];
  const sentences = files.flatMap(({ text }) =>
    [...text.matchAll(/format\(\s*'((?:[^']|'')*\.)'/g)].map(([, sentence = '']) =>
      sentence.replaceAll("''", "'").trim(),
    ),
  );
  expect(sentences.length).toBeGreaterThan(60);
  // each gap filled with a name of its own: the translation has to have all of them, and other words around them
  const isEnglish = sentences.filter((sentence) => {
    const told = sentence.split('{}').reduce((text, part, gap) => `${text}N-${gap}${part}`);
    const malay = sentenceIn(wordsOf('ms'), told);
    return malay === told || (told.match(/N-\d+/g) ?? []).some((name) => !malay.includes(name));
  });
  // one of nothing but gaps could be read into any other
  expect(isEnglish).toEqual(['{} is {}.']);
});

test('A reason is told in Malay sentence by sentence, with its names and amounts as they are', () => {
  const malay = (text: string) => sentenceIn(wordsOf('ms'), text);
  expect(malay('Order SO-7. B is over MYR 51.90, and MYR 50.00 was paid.')).toBe(
    'Pesanan SO-7. B bernilai MYR 51.90, dan MYR 50.00 dibayar.',
  );
  expect(malay('As many incoming payments in both, and turnover is MYR 0.22 away from the statement. Found: x.')).toBe(
    'Bilangan bayaran masuk sama dalam kedua-duanya, dan perolehan berbeza MYR 0.22 daripada penyata. Ditemui: x.',
  );
  expect(malay('Nobody wrote this. MYR 1.00 was sent and MYR 0.99 arrived. Nor this')).toBe(
    'Nobody wrote this. MYR 1.00 dihantar dan MYR 0.99 sampai. Nor this',
  );
  expect(sentenceIn(wordsOf('en'), 'Found: x.')).toBe('Found: x.');
});

test('A text made to be slow is read no slower than it is long', () => {
  const hostile = ' of  payments, , are not settled, and should be since : '.repeat(20_000);
  expect(sentenceIn(wordsOf('ms'), hostile)).toBe(hostile.trim());
});

test('A phrase without a translation stays as it is; so does every phrase in English', () => {
  expect(phraseIn(wordsOf('ms'), 'Unmatched')).toBe('Tidak sepadan');
  expect(phraseIn(wordsOf('ms'), 'no such phrase')).toBe('no such phrase');
  expect(phraseIn(wordsOf('en'), 'Unmatched')).toBe('Unmatched');
});
