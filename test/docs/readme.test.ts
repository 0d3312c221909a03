import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/commands/program.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { renamedKeys } from '../../src/config/renamed-keys.ts';
import { systemClock } from '../../src/domain/clock.ts';
import { packageRoot } from '../../src/package-root.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const readme = read('README.md');

test.each([
  ['README.md', 1200],
  ['CONTRIBUTING.md', 1500],
])('%s has at most %i words', (path, most) => {
  expect(read(path).split(/\s+/).length).toBeLessThanOrEqual(most);
});

test('The changes of the version that is not released yet have at most 1,500 words', () => {
  const [, unreleased = ''] = read('CHANGELOG.md').split(/^## /m);
  expect(unreleased).toMatch(/^Unreleased/);
  expect(unreleased.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

test('The configuration in README is a whole one', async () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'tieout-readme-'));
  writeFileSync(join(folder, 'tieout.yaml'), yaml, { mode: 0o600 });
  const secrets = Object.fromEntries([...yaml.matchAll(/env: (\w+)/g)].map(([, name = '']) => [name, 'secret']));
  expect(Object.keys(secrets)).toHaveLength(3);
  const config = await loadConfig('tieout.yaml', { cwd: folder, environment: secrets, clock: systemClock });
  expect(config.companies).toMatchObject([{ name: 'kedai', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'] }]);
  expect(config.warnings).toEqual([]);
});

test('docs/README.md lists every page', () => {
  const page = read('docs/README.md');
  const pages = readdirSync(join(packageRoot, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((name) => !page.includes(`(${name})`))).toEqual([]);
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
