import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { corpusCases } from '../given/corpus-case.ts';
import { shareOf } from '../given/share.ts';
import { casesFolder, codeOf, errorCases, runErrorCase } from './run-case.ts';

/*
 * When the words of an error change: `UPDATE_ERRORS=1 npm test -- test/errors` writes the current text
 * into each expected.txt, and `npm run docs` writes docs/errors.md from them. Read the difference before you commit it.
 */
const isUpdating = process.env.UPDATE_ERRORS === '1';
const cases = errorCases();

describe('Each error says what happened, where, and what to do next', () => {
  test.concurrent.for(isUpdating ? cases : shareOf(cases, 40))('$title', async (given, { expect }) => {
    const { text, stdout } = await runErrorCase(given);
    if (isUpdating) writeFileSync(join(casesFolder, given.name, 'expected.txt'), text);
    else expect(text).toBe(given.expected);
    if (text.startsWith('error ')) {
      expect(text).toMatch(/^error [A-Z_]+: .+/);
      expect(text).toMatch(/^ {2}next: {2}\S/m);
    } else expect(text).toMatch(/^rejected .+ \([A-Z_]+\)\n/);
    expect(text).not.toMatch(/^\s+at /m);
    // the day is not reconciled without the missing input
    expect(stdout).not.toMatch(/ reconciled /);
    for (const secret of Object.values(given.env)) expect(text + stdout).not.toContain(secret);
  });
});

/** Codes that no fixture folder can produce, with the test that covers each. docs/errors.md lists them as well. */
const elsewhere = z
  .record(z.string(), z.strictObject({ when: z.string(), test: z.string() }))
  .parse(parse(readFileSync(join(packageRoot, 'test', 'errors', 'elsewhere.yaml'), 'utf8')));

/** The codes that the program can give, found by their form in the files that raise errors or reject a decision, and in the rules. */
function codesInProduct(): string[] {
  const found = ['src', 'packages/files/src']
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(packageRoot, path), 'utf8'))
    .filter((text) => /TieoutError|[Rr]efusal|refuse\(/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/(?:code: |\? |: |\(|, |^ +)'([A-Z]+(?:_[A-Z]+)+)'/gm)].map((match) => match[1] ?? ''),
    )
    // codes of Node, TLS and undici, which the product maps to its own, and variables of the environment
    .filter(
      (code) => !/^(EAI|UND_ERR|ERR|NODE|CERT|DEPTH|SELF|UNABLE|HOSTNAME|READ_ONLY|HTTPS?_PROXY|NO_PROXY)/.test(code),
    );
  const ruled = readdirSync(join(packageRoot, 'sql'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => [
      ...readFileSync(join(packageRoot, 'sql', name), 'utf8').matchAll(
        /'(FILE(?:_[A-Z]+)+|[A-Z]+(?:_[A-Z]+)+(?=' as code))'/g,
      ),
    ])
    .map((match) => match[1] ?? '');
  return [...new Set([...found, ...ruled])].sort();
}

const ofCorpus = new Set(corpusCases().map((each) => (each.outcome === 'refused' ? each.code : undefined)));
const namesCode = (path: string, code: string) => readFileSync(join(packageRoot, path), 'utf8').includes(code);

describe('Every error code of the program', () => {
  const shown = new Set(cases.map(codeOf));

  test('has a fixture folder or a test elsewhere', () => {
    const codes = codesInProduct();
    expect(codes.length).toBeGreaterThan(90);
    expect(codes.filter((code) => !shown.has(code) && elsewhere[code] === undefined)).toEqual([]);
    const obsolete = [...Object.keys(elsewhere), ...shown].filter((code) => !codes.includes(code));
    expect(obsolete).toEqual([]);
  });

  test('is listed in elsewhere.yaml only if that test names it and no fixture covers it', () => {
    for (const [code, { test: path }] of Object.entries(elsewhere)) {
      expect(existsSync(join(packageRoot, path)), `${code}: ${path}`).toBe(true);
      // the corpus names its codes in the expectation beside each file
      const isNamed =
        namesCode(path, code) || (path === 'test/formats/whole-corpus.long.test.ts' && ofCorpus.has(code));
      expect({ code, path, isNamed }).toEqual({ code, path, isNamed: true });
      expect([...shown], code).not.toContain(code);
    }
  });

  test('has its entry in docs/errors.md', () => {
    const page = readFileSync(join(packageRoot, 'docs', 'errors.md'), 'utf8');
    expect(codesInProduct().filter((code) => !page.includes(code))).toEqual([]);
  });
});
