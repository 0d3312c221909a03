import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/commands/program.ts';
import { renamedKeys } from '../../src/config/renamed-keys.ts';
import { packageRoot } from '../../src/package-root.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const readme = read('README.md');

test('README lists every reconciliation with its kind', async () => {
  const listed = [...readme.matchAll(/^\| `(\w+)` \| .+ \| (control|match) \|$/gm)].map(([, name, kind]) => ({
    name,
    kind,
  }));
  const defined = (await reconciliations()).map(({ name, kind }) => ({ name, kind }));
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    (a.name ?? '') < (b.name ?? '') ? -1 : 1;
  expect(listed.sort(byName)).toEqual(defined.sort(byName));
});

test('README and the runbook name commands that exist', () => {
  const terms = { name: 'tieout', env: {}, stdout: process.stdout, stderr: process.stderr };
  const commands = buildProgram('0', terms, async () => {}).commands.map((command) => command.name());
  const named = [readme, read('docs/runbook.md')].flatMap((page) =>
    [...page.matchAll(/(?:^ {4}|`)tieout(?: --\w+ \S+)? ([a-z]+)\b/gm)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !commands.includes(name))).toEqual([]);
});

test('The changelog lists every renamed key of the configuration', () => {
  const page = read('CHANGELOG.md');
  const missing = renamedKeys.filter(({ path, to }) => {
    const old = path
      .map((part) => (part === '*' ? '[]' : part))
      .join('.')
      .replaceAll('.[]', '[]');
    return !page.includes(`| \`${old}\` | \`${to}\` |`);
  });
  expect(missing).toEqual([]);
});

test('docs/files.md lists every reason for which a file is refused', () => {
  const folders = ['packages/files/src', 'src/warehouse/load', 'sql/connectors', 'sql/load'];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name))
      .map((name) => read(join(folder, name))),
  );
  const codes = new Set(sources.flatMap((text) => [...text.matchAll(/'(FILE_[A-Z_]+)'/g)].map(([, code]) => code)));
  const listed = [...read('docs/files.md').matchAll(/^\| `(FILE_[A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual([...codes].sort());
});
