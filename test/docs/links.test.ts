import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

/** The pages of the repository: at its root, in docs/, and the guides of folders. */
function markdownFiles(): string[] {
  const pages = (folder: string) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const root = readdirSync(packageRoot).filter((name) => name.endsWith('.md'));
  const packages = readdirSync(join(packageRoot, 'packages')).map((name) => `packages/${name}/README.md`);
  return [...root, ...pages('docs'), 'reports/README.md', ...packages].sort();
}

/** A heading as it is linked to. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('Every link between pages has an existing file and heading', () => {
  const links = markdownFiles().flatMap((path) =>
    [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, to = '']) => ({ path, to }))
      .filter(({ to }) => !/^[a-z]+:/.test(to)),
  );
  expect(links.length).toBeGreaterThan(40);
  const broken = links.filter(({ path, to }) => {
    const [file = '', anchor] = to.split('#');
    const target = file === '' ? join(packageRoot, path) : join(packageRoot, dirname(path), file);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(({ path, to }) => `${path} links to ${to}`)).toEqual([]);
});

test('docs/architecture.md lists every decision', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'architecture.md'), 'utf8');
  const decisions = readdirSync(join(packageRoot, 'docs', 'decisions'));
  expect(decisions.length).toBeGreaterThan(5);
  expect(decisions.filter((name) => !page.includes(`(decisions/${name})`))).toEqual([]);
});

test('Every test that a page names exists', () => {
  const named = markdownFiles().flatMap((path) =>
    [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/`((?:sandbox\/)?test\/[\w/.-]+\.test\.ts)`/g)].map(
      ([, test = '']) => ({ path, test }),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ test }) => !existsSync(join(packageRoot, test)))).toEqual([]);
});
