import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

/* What the command runs is a bundle. This test bundles a copy of the product with the Node that runs it. */

const product = mkdtempSync(join(tmpdir(), 'tieout-bundle-'));
const temporary = join(product, 'temporary');

function tieout(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: product, TMPDIR: temporary };
  return spawnSync(process.execPath, [join(product, 'dist', 'cli.js'), ...args], {
    cwd: product,
    env,
    encoding: 'utf8',
  });
}

beforeAll(() => {
  for (const name of ['src', 'sql', 'reports', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(packageRoot, name), join(product, name), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(product, 'node_modules'));
  execFileSync(process.execPath, [join(packageRoot, 'scripts', 'bundle.mjs'), product], { stdio: 'inherit' });
  mkdirSync(temporary);
});
afterAll(() => rmSync(product, { recursive: true, force: true }));

test('It needs neither the sources nor the packages that it contains', () => {
  rmSync(join(product, 'src'), { recursive: true });
  const code = readdirSync(join(product, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(product, 'dist', name), 'utf8'))
    .join('\n');
  const imported = [...code.matchAll(/(?:from |^import |import\(|require\()"([^."][^"]*)"/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(imported).toContain('undici');
  expect(imported.filter((name) => /^(?:zod|yaml|commander|temporal-polyfill|@duckdb\/node-api)\b/.test(name))).toEqual(
    [],
  );
  expect(tieout('--version')).toMatchObject({ status: 0, stdout: '0.2.0\n', stderr: '' });
});

test('An unexpected error is logged with its places in the sources', () => {
  // a copied manifest has the name of another folder
  cpSync(join(product, 'dist', 'connectors', 'payout'), join(product, 'dist', 'connectors', 'other'), {
    recursive: true,
  });
  writeFileSync(join(product, 'tieout.yaml'), 'companies: []\n');
  const { status, stderr } = tieout('status');
  expect(stderr).toContain('error UNEXPECTED: Unexpected error: The connector in other calls itself payout.');
  expect(status).toBe(1);
  const [log = ''] = readdirSync(temporary).filter((name) => name.endsWith('.log'));
  const { error } = JSON.parse(readFileSync(join(temporary, log), 'utf8'));
  expect(error).toMatch(/at readConnector \(src\/connectors\/registry\.ts:\d+:\d+\)/);
  expect(error).not.toContain('dist/');
});
