import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { readPassMeaning } from '../../src/reconcile/matching/own-pass.ts';
import { searchPasses } from '../../src/reconcile/matching/search-passes.ts';
import { sqlStatement } from '../../src/warehouse/sql-files.ts';

const page = readFileSync(join(packageRoot, 'docs', 'matching.md'), 'utf8');
/** The cells of each table row of a section, without headings. */
function rowsOf(section: string): string[][] {
  const [, after = ''] = page.split(`\n## ${section}\n`);
  const [text = ''] = after.split('\n## ');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| pass |') && !line.startsWith('| case |'))
    .map((line) => line.slice(2, -2).split(' | '));
}

/** The settings of a pass with their defaults, from its macro; a search has them in TypeScript. */
async function declaredSettings(name: string): Promise<string[]> {
  const search = searchPasses[name];
  if (search !== undefined) return Object.entries(search.settings).map(([setting, value]) => `${setting} := ${value}`);
  const text = await sqlStatement('match', `match_${name}`);
  const [, listed = ''] = /macro recon\.match_\w+\(([\s\S]*?)\) as table/.exec(text) ?? [];
  return listed
    .split(',')
    .map((setting) => setting.trim().replace('null::text[]', 'null'))
    .filter((setting) => setting.includes(':='));
}

test('docs/matching.md lists every pass with every setting and its default', async () => {
  const rows = rowsOf('Match passes');
  const names = (await readPassMeaning()).map(({ name }) => name);
  expect(rows.map(([name]) => name).sort()).toEqual(names.map((name) => `\`${name}\``).sort());
  for (const [name = '', , settings = ''] of rows) {
    const documented = [...settings.matchAll(/`(\w+ := [^`]+)`/g)].map(([, setting]) => setting);
    expect(documented, name).toEqual(await declaredSettings(name.replaceAll('`', '')));
  }
});

test('Each outcome in docs/matching.md names an existing test', () => {
  const folders = ['test/match', 'test/reconcile', 'test/reconcile/matching'];
  const tests = folders
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder))
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => readFileSync(join(packageRoot, folder, file), 'utf8')),
    )
    .join('\n');
  const cases = join(packageRoot, 'test/reconcile/cases');
  const ofCases = readdirSync(cases).map((name) => readFileSync(join(cases, name, 'expected.yaml'), 'utf8'));
  const rows = rowsOf('Precedence of reasons');
  expect(rows.length).toBeGreaterThan(9);
  for (const [what = '', , , title = ''] of rows)
    expect(
      tests.includes(`test('${title}'`) || ofCases.some((text) => text.includes(`title: ${title}\n`)),
      `${what}: ${title}`,
    ).toBe(true);
});
