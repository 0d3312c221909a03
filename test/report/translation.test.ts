import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type DeclaredText, english, type Words } from '../../src/messages/words.ts';
import { packageRoot } from '../../src/package-root.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { withSentences, wordOf } from '../../src/report/code-text.ts';
import type { Column } from '../../src/report/definition.ts';
import { sectionsHtml } from '../../src/report/page/rows.ts';
import { declaredTexts, wordsOf } from '../../src/report/words.ts';
import { type SqlStatement, sqlStatements } from '../../src/warehouse/sql-files.ts';

// A finding names the file to edit and the code to write there. The tests of test/messages compare the messages of the languages.

const malayFile = 'messages/ms.ftl';

let sql: SqlStatement[];
let declared: DeclaredText[];
let malay: Words;
let malayCodes: Set<string>;

async function codesIn(file: string): Promise<string[]> {
  const text = await readFile(join(packageRoot, file), 'utf8');
  return [...text.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id = '']) => id);
}

/** The titles of the lines of a control's bridge. */
function lineTitles(): string[] {
  const pattern = /'([A-Z](?:[^'\n]|'')+)'(?: end)? as title|\d+, '[a-z_]+', '([A-Z](?:[^'\n]|'')+)',/g;
  return sql
    .filter(({ path }) => path.startsWith('sql/reconcile/'))
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, first, further]) => first ?? further ?? ''))
    .map((title) => title.replaceAll("''", "'"));
}

/** The sentences that a view of mart gives itself, beside those of the rules. */
function meanings(): string[] {
  return sql
    .filter(({ path }) => path.startsWith('sql/mart/') && !path.endsWith('/column_comment.sql'))
    .map(({ text }) => text.replaceAll(/comment on [^;]*? is\s+'(?:[^']|'')*'/g, '').replaceAll(/^\s*--.*$/gm, ''))
    .flatMap((text) =>
      [...text.matchAll(/'([A-Z](?:[^'\n]|'')+\.)'/g)].map(([, meaning = '']) => meaning.replaceAll("''", "'")),
    );
}

/** Why an input does not cover a day, from the manifest of its connector. */
async function inputReasons(): Promise<string[]> {
  const texts = await Promise.all(
    ['gateway', 'payout', 'files'].map((name) =>
      readFile(join(packageRoot, 'src', 'connectors', name, 'manifest.ts'), 'utf8'),
    ),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/ reason:\s*(['"`])(.+?)\1,$/gm)].map(([, , reason = '']) => reason),
  );
}

const isTranslated = (text: string) => declared.some(([, english]) => english === text) || malay.phrase(text) !== text;

beforeAll(async () => {
  const folders = (await readdir(join(packageRoot, 'sql'), { withFileTypes: true })).filter((one) => one.isDirectory());
  sql = (await Promise.all(folders.map(({ name }) => sqlStatements(name)))).flat();
  declared = await declaredTexts();
  malay = await wordsOf('ms');
  malayCodes = new Set(await codesIn(malayFile));
});

test('Every text of the heads of sql/reconcile and of reports/daily.yaml is in Malay', () => {
  const inMalay = new Set(declared.filter(([code]) => malayCodes.has(code)).map(([, text]) => text));
  const first = new Map([...declared].reverse().map(([code, text]) => [text, code] as const));
  const missing = [...first].filter(([text]) => !inMalay.has(text));
  expect(missing.map(([text, code]) => `${malayFile} lacks ${code}, in English: ${text}`)).toEqual([]);
});

test('Every text that SQL or a manifest shows as it is has a message, with its Malay one', async () => {
  const texts = [...lineTitles(), ...meanings(), ...(await inputReasons())];
  expect(texts.length).toBeGreaterThan(50);
  const missing = [...new Set(texts)].filter((text) => !isTranslated(text));
  expect(missing.map((text) => `messages/en.ftl and ${malayFile} lack a message for: ${text}`)).toEqual([]);
});

test('Every outcome and match pass has its Malay word', async () => {
  const codes = (await reconciliations()).flatMap(({ reasons, passes }) => [
    ...reasons.map(({ outcome }) => ['outcome', outcome] as const),
    ...passes.map(({ pass }) => ['match_pass', pass] as const),
  ]);
  const missing = codes.filter(([field, code]) => wordOf(field, code, malay) === wordOf(field, code, english()));
  expect(missing.map(([, code]) => `${malayFile} lacks word-${code}`)).toEqual([]);
});

test('No Malay message is without an English text, and no text has two', async () => {
  const english = new Set([...(await codesIn('messages/en.ftl')), ...declared.map(([code]) => code)]);
  const needless = [...malayCodes].filter((code) => !english.has(code) && !code.startsWith('word-'));
  expect(needless.map((code) => `${malayFile} has ${code}, which no head, report or messages/en.ftl has`)).toEqual([]);
  const texts = declared.filter(([code]) => malayCodes.has(code)).map(([, text]) => text);
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
});

test('No translation of some words is a copy of the English text', () => {
  const copies = [...declared.map(([, text]) => text), ...lineTitles()].filter(
    (text) => text.split(' ').length > 2 && malay.phrase(text) === text,
  );
  expect(copies).toEqual([]);
});

test('A sentence of results is said from its message, and a text of a user stays as it is', async () => {
  const message = '{"say":"order_refunds-agree","with":{"order_id":"A-1","refunded":"MYR 9.0000"}}';
  const sentence = english().sentence(message);
  const said = await withSentences(malay, async () => [{ sentence, message }], '', {});
  expect(said.sentence(sentence)).toBe(malay.sentence(message));
  expect(said.sentence(sentence)).not.toBe(sentence);
  for (const words of [malay, english()]) expect(words.phrase('no such phrase')).toBe('no such phrase');
});

test('Codes and unprocessed texts on a page stay as they were received, also where one is a text of ours', async () => {
  const column = (field: string, format: Column['format']): Column => ({
    ...{ field, format, title: field, width: 10 },
    ...{ total: false, hidden: false },
  });
  const columns = [column('note', 'raw'), column('id', 'code'), column('kind', 'text')];
  const section = { name: 'lines', title: 'Lines', about: 'Lines.', view: 'own.line', order: ['id'], columns };
  const html = await sectionsHtml(
    [
      {
        section: { ...section, least_days: 1, optional: false },
        file: 'lines.csv',
        count: 1,
        rows: async function* () {
          yield [{ note: 'Unmatched', id: 'Unmatched', kind: 'Unmatched' }];
        },
        copy: async () => {},
        types: async () => new Map(),
        summarised: async () => [],
      },
    ],
    {
      scope: { company: 'kedai', zone: 'UTC', from: '2026-11-01', to: '2026-11-02' },
      ...{ isPersonalShown: true, words: malay, titles: new Map() },
    },
  );
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text);
  expect(cells).toEqual(['Unmatched', 'Unmatched', malay.phrase('Unmatched')]);
  expect(malay.phrase('Unmatched')).not.toBe('Unmatched');
});
