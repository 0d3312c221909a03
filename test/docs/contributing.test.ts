import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const recipesPage = read('docs/recipes.md');
const page = `${read('CONTRIBUTING.md')}\n${recipesPage}`;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

/** Text in backticks, and the lines that are commands. */
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
const indented = [...page.matchAll(/^ {4}(\S.*)$/gm)].map(([, text = '']) => text);

const roots = readdirSync(packageRoot).filter((name) => !['node_modules', 'build', 'dist'].includes(name));
const isPath = (text: string) => /^[\w./<>-]+$/.test(text) && roots.includes(text.split('/')[0] ?? '');
/** A new file has `<name>` in its path: its parent folder must exist. */
const existing = (path: string) =>
  path.split('/').slice(
    0,
    path.split('/').findIndex((part) => part.includes('<')),
  );
const isThere = (path: string) =>
  existsSync(join(packageRoot, ...(path.includes('<') ? existing(path) : [path.replace(/\/$/, '')])));

const sections = recipesPage.split(/^## /m).slice(1);
const recipes = sections.map((text) => ({ title: text.split('\n')[0] ?? '', text }));

test('Every named path exists, or its parent folder for a new one', () => {
  const paths = quoted.filter(isPath);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('Every folder of src/ and sql/ is in the layout table', () => {
  const folders = ['src', 'sql'].flatMap((root) =>
    readdirSync(join(packageRoot, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${root}/${name}`),
  );
  expect(folders.filter((folder) => !quoted.includes(folder))).toEqual([]);
});

const named = [...quoted, ...indented].filter((text) => text.startsWith('npm '));
const scriptOf = (command: string) => /^npm (?:run (?:--silent )?)?([\w:-]+)/.exec(command)?.[1] ?? '';

test('Every command is a script of package.json, and every contributor script is listed', () => {
  expect(named.filter((command) => !Object.hasOwn(scripts, scriptOf(command)))).toEqual([]);
  const own = Object.keys(scripts).filter((name) => !['start', 'prepack'].includes(name));
  expect(own.filter((name) => !named.some((command) => scriptOf(command) === name))).toEqual([]);
});

test('Every named test exists', () => {
  const paths = named.flatMap((command) => command.split(' ').filter(isPath));
  expect(paths.length).toBeGreaterThan(12);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('Each recipe lists its files and its test command', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'A gateway or another connector',
    'A bank format',
    'A reconciliation',
    'A match pass',
    'A report sheet',
    'A column of a sheet, and its text in two languages',
    'A currency',
    'A command',
  ]);
  for (const { title, text } of recipes) {
    expect([...text.matchAll(/^\| `/gm)].length, title).toBeGreaterThan(2);
    expect(text, title).toMatch(/^ {4}npm test -- test\//m);
  }
});

test('.ci/run calls only documented commands', () => {
  const called = read('.ci/run')
    .split('\n')
    .filter((line) => /^(?:npm|node) /.test(line))
    .map((line) => line.replace('--silent ', '').replace('--quiet ', ''));
  expect(called.length).toBeGreaterThan(4);
  const unnamed = called.filter((line) =>
    line.startsWith('npm ') ? !named.some((command) => scriptOf(command) === scriptOf(line)) : !quoted.includes(line),
  );
  expect(unnamed).toEqual([]);
});
