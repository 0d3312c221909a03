import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { casesFolder, errorCases, runErrorCase } from './run-case.ts';

const cases = errorCases();

/** Errors that nothing brings about yet: each is a debt, and the list only gets shorter. */
const unproven = [
  'RECONCILIATION_CONTRACT_BROKEN',
  'RECONCILIATION_HEAD_WRONG',
  'REPORT_DEFINITION_WRONG',
  'FILE_TOO_LARGE',
  'WAREHOUSE_IN_USE',
];

describe('Each error says what happened, where, and what to do next', () => {
  test.concurrent.for(cases)('$title', async (given, { expect }) => {
    const { text, stdout } = await runErrorCase(given);
    // `npx vitest run test/errors -u` writes it anew
    await expect(text).toMatchFileSnapshot(join(casesFolder, given.name, 'expected.txt'));
    expect(text).toMatch(/^error [A-Z_]+: .+/);
    expect(text).toMatch(/^ {2}next: {2}\S/m);
    expect(text).not.toMatch(/^\s+at /m);
    // what did come is kept, and no day is green without the rest
    expect(stdout).not.toMatch(/ reconciled /);
    for (const secret of Object.values(given.env)) expect(text + stdout).not.toContain(secret);
  });
});

function codesIn(folder: string, isCounted: (path: string) => boolean): Set<string> {
  const codes = readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && isCounted(name))
    .flatMap((name) => [...readFileSync(join(packageRoot, folder, name), 'utf8').matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)]);
  return new Set(codes.map(([code]) => code));
}

test('Every error that the program can give is brought about by a folder here or by another test', () => {
  const shown = new Set(cases.map(({ expected }) => /^error ([A-Z_]+):/.exec(expected)?.[1] ?? ''));
  const tested = codesIn('test', (path) => path !== join('errors', 'errors.test.ts'));
  const given = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(packageRoot, 'src', name), 'utf8'))
    .filter((text) => text.includes('TieoutError'))
    .flatMap((text) =>
      [...text.matchAll(/(?:code: |\? |: |\(|, |^ +)'([A-Z]+(?:_[A-Z]+)+)'/gm)].map((match) => match[1] ?? ''),
    )
    .filter((code) => !/^(EAI|UND_ERR|ERR|NODE|CERT|DEPTH|SELF|UNABLE|HOSTNAME|READ_ONLY)/.test(code));
  expect(new Set(given).size).toBeGreaterThan(40);
  const open = [...new Set(given)].filter((code) => !shown.has(code) && !tested.has(code));
  expect(open.filter((code) => !unproven.includes(code)).sort()).toEqual([]);
});
