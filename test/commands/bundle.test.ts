import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/package-root.ts';
import { copyOfProduct } from '../given/product-copy.ts';

/* What the command runs is a bundle. This test bundles a copy of the product with the Node that runs it. */

const product = copyOfProduct('src', 'tsconfig.json', 'tsconfig.build.json');
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
  expect(imported).toContain('fastify');
  expect(
    imported.filter((name) => /^(?:zod|yaml|commander|temporal-polyfill|undici|@duckdb\/node-api)\b/.test(name)),
  ).toEqual([]);
  expect(tieout('--version')).toMatchObject({ status: 0, stdout: '0.2.0\n', stderr: '' });
});

test('It holds the fonts of the page that people sign, and loads what writes it only for that', () => {
  const dist = join(product, 'dist');
  expect(readdirSync(join(dist, 'fonts'))).toEqual([
    'DejaVuSansCondensed-Bold.ttf',
    'DejaVuSansCondensed.ttf',
    'LICENSE',
  ]);
  const code = readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
  expect(code.match(/^.*["']pdfkit["'].*$/gm)).toEqual([expect.stringMatching(/await import\("pdfkit"\)/)]);
});

test('It holds the definitions of reports as their files say it, and reads a file that was changed since', () => {
  const reports = join(product, 'reports');
  const prepared = JSON.parse(readFileSync(join(product, 'dist', 'definitions.json'), 'utf8'));
  expect(Object.keys(prepared).map((name) => `${name}.yaml`)).toEqual(
    readdirSync(reports).filter((file) => file.endsWith('.yaml')),
  );
  for (const [name, { content }] of Object.entries<{ content: unknown }>(prepared))
    expect(content).toEqual(parse(readFileSync(join(reports, `${name}.yaml`), 'utf8')));
  const gateway = '{ base_url: "http://127.0.0.1:9", secret_key: { file: key } }';
  const company = `{ name: shop, zone: UTC, currencies: [MYR], gateway: ${gateway} }`;
  writeFileSync(join(product, 'tieout.yaml'), `companies: [${company}]\n`);
  writeFileSync(join(product, 'key'), 'sk_test_0', { mode: 0o600 });
  const daily = join(reports, 'daily.yaml');
  const titled = (title: string) => {
    writeFileSync(daily, readFileSync(daily, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
    return tieout('report').stdout.match(/^daily +(.*?) {2,}/m)?.[1];
  };
  expect(titled('Reconciliation')).toBe('Reconciliation');
  expect(titled('Other title')).toBe('Other title');
});

test('An unexpected error is logged with the names of its functions', () => {
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
  expect(error).toMatch(/at readConnector \(file:\S+\/dist\/\S+\.js:\d+:\d+\)/);
});
