import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { gateTitles } from '../../src/close/gates.ts';
import { packageRoot } from '../../src/package-root.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { wordOf } from '../../src/report/code-text.ts';
import { loadDefinition } from '../../src/report/load-definition.ts';
import { en } from '../../src/report/words/en.ts';
import { ms } from '../../src/report/words/ms.ts';
import { phraseIn } from '../../src/report/words/words.ts';
import { decisionTitles } from '../../src/report/workbook/decision-columns.ts';
import { type SqlStatement, sqlStatements } from '../../src/warehouse/sql-files.ts';

// Malay phrases may lag behind: new reasons and columns are written in English. These tests report what
// has no Malay text yet. They fail if a translation has no English text, or if the coverage is too low.

/** Below this share a language must not be offered. */
const leastCoverage = 0.5;

/** The visible texts of one file of sql/ or reports/, and whether each has a Malay text. */
type Part = { name: string; total: number; missing: string[] };

let sql: SqlStatement[];
let parts: Part[];
/** Every English phrase and sentence that the reports can contain. */
let known: Set<string>;

/** The text literals of a statement, as SQL reads them. */
function literals(text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/^comment on .*$/gm, '');
  return [...code.matchAll(/'((?:[^']|'')*)'/g)].map(([, literal = '']) => literal.replaceAll("''", "'").trim());
}

/** Every key of the texts, including those of nested groups, without the phrases. */
function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value !== 'object' || Array.isArray(value)) return [`${path}${key}`];
    return key === 'phrases' ? [] : keysOf(value, `${path}${key}.`);
  });
}

async function reportPhrases(): Promise<string[]> {
  const { title, sections } = await loadDefinition('daily');
  return [
    title,
    ...decisionTitles,
    ...sections.flatMap((section) => [section.title, section.about, ...section.columns.map((column) => column.title)]),
  ];
}

async function reconciliationPhrases(): Promise<string[]> {
  return (await reconciliations()).flatMap(({ title, left, right, meaning, action, reasons, passes }) => [
    ...[title, left, right, meaning, action],
    ...reasons.flatMap((reason) => [reason.meaning, reason.action, wordOf('outcome', reason.outcome)]),
    ...passes.map(({ pass }) => pass.replaceAll('_', ' ')),
  ]);
}

/** The titles of the lines of a control's bridge. */
function linePhrases(): string[] {
  return sql.flatMap(({ path, text }) =>
    path.startsWith('sql/reconcile/')
      ? [...text.matchAll(/'([A-Z](?:[^'\n]|'')+)'(?: end)? as title|\d+, '[a-z_]+', '([A-Z](?:[^'\n]|'')+)',/g)].map(
          ([, first, further]) => (first ?? further ?? '').replaceAll("''", "'"),
        )
      : [],
  );
}

/** Why an input does not cover a day, from the manifest of its connector, and why a control has no figures, from its head. */
async function fixedReasons(): Promise<string[]> {
  const manifests = await Promise.all(
    ['gateway', 'payout', 'files'].map((name) =>
      readFile(join(packageRoot, 'src', 'connectors', name, 'manifest.ts'), 'utf8'),
    ),
  );
  return [
    ...manifests.flatMap((text) =>
      [...text.matchAll(/ reason:\s*(['"`])(.+?)\1,$/gm)].map(([, , reason = '']) => reason),
    ),
    ...sql.flatMap(({ text }) => [...text.matchAll(/^-- absent: (.+)$/gm)].map(([, reason = '']) => reason)),
  ];
}

/** The codes of the messages of a language. */
async function messagesOf(language: string): Promise<string[]> {
  const text = await readFile(join(packageRoot, 'messages', `${language}.ftl`), 'utf8');
  return [...text.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id = '']) => id);
}

function part(name: string, texts: Iterable<string>, isThere: (text: string) => boolean): Part {
  const all = [...new Set(texts)].sort();
  return { name, total: all.length, missing: all.filter((text) => !isThere(text)) };
}

beforeAll(async () => {
  const folders = (await readdir(join(packageRoot, 'sql'), { withFileTypes: true })).filter((one) => one.isDirectory());
  sql = (await Promise.all(folders.map(({ name }) => sqlStatements(name)))).flat();
  const phrases = [...(await reportPhrases()), ...(await reconciliationPhrases())];
  const hasPhrase = (text: string) => Object.hasOwn(ms.phrases, text);
  const fixed = await fixedReasons();
  const inMalay = new Set(await messagesOf('ms'));
  parts = [
    part('titles of reports/daily.yaml', await reportPhrases(), hasPhrase),
    part('reconciliations and their reasons', await reconciliationPhrases(), hasPhrase),
    part('lines of the controls', linePhrases(), hasPhrase),
    part('why an input or a control is missing', fixed, hasPhrase),
    part('gates of a close', Object.values(gateTitles), hasPhrase),
    part('messages of the rules', await messagesOf('en'), (id) => inMalay.has(id)),
  ];
  const all = sql.flatMap(({ text }) => literals(text));
  known = new Set([
    ...phrases,
    ...Object.values(gateTitles),
    ...fixed,
    ...all,
    ...all.map((literal) => wordOf('outcome', literal)),
  ]);
});

test('The Malay translation is reported with its coverage', () => {
  const total = parts.reduce((sum, one) => sum + one.total, 0);
  const missing = parts.reduce((sum, one) => sum + one.missing.length, 0);
  const share = (total - missing) / total;
  const lines = parts.flatMap((one) => [
    `  ${one.name}: ${one.total - one.missing.length} of ${one.total}`,
    ...one.missing.map((text) => `    missing: ${text}`),
  ]);
  console.info([`Malay: ${(share * 100).toFixed(1)} % of ${total} texts`, ...lines].join('\n'));
  expect(total).toBeGreaterThan(400);
  expect(share).toBeGreaterThan(leastCoverage);
});

test('Every translated phrase exists in English', () => {
  const obsolete = Object.keys(ms.phrases).filter((phrase) => !known.has(phrase));
  expect(obsolete).toEqual([]);
});

test('The Malay texts have the keys of the English ones', () => {
  expect(keysOf(ms).sort()).toEqual(keysOf(en).sort());
});

test('No translation is a copy of the English text', () => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap((value) =>
      typeof value === 'string' ? [value] : typeof value === 'object' ? texts(value) : [],
    );
  const english = texts(en);
  expect(texts(ms).filter((text) => text.split(' ').length > 2 && english.includes(text))).toEqual([]);
});

test('A phrase without a translation stays in English', () => {
  expect(phraseIn(ms, 'Unmatched')).toBe('Tidak sepadan');
  expect(phraseIn(ms, 'no such phrase')).toBe('no such phrase');
  expect(phraseIn(en, 'Unmatched')).toBe('Unmatched');
});
