import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';

/** The oldest supported Node with its npm. */
const floor = { node: '20.18.1', npm: '10.8.2' };

type Ran = { status: number | string | null; out: string; err: string };

const folder = mkdtempSync(join(tmpdir(), 'tieout-packed-'));
const variables = Object.entries(process.env).filter(
  // without the variables of this run's npm and vitest; with those that configure the registry
  ([name]) => !/^npm_(?!config_(registry|cafile)$)|^NODE_(ENV|OPTIONS|PATH)$|^CI$|^VITEST/i.test(name),
);

/** Runs a program in a project; `binaries` is the folder of the project's Node. */
function run(cwd: string, binaries: string, command: string, ...args: string[]): Promise<Ran> {
  const env = { ...Object.fromEntries(variables), PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 64e6, shell: false }, (error, out, err) =>
      resolve({ status: error === null ? 0 : (error.code ?? null), out, err }),
    );
  });
}

function emptyProject(name: string): string {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  return project;
}

const current = dirname(process.execPath);
let packed = '';
let old = '';

beforeAll(async () => {
  const { status, err } = await run(packageRoot, current, 'npm', 'pack', '--pack-destination', folder);
  if (status !== 0) throw new Error(err);
  packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const tools = emptyProject('floor-tools');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${platform}-${process.arch}@${floor.node}`, `npm@${floor.npm}`];
  const got = await run(tools, current, 'npm', 'install', '--no-audit', '--no-fund', ...names);
  if (got.status !== 0) throw new Error(got.err);
  old = [join(tools, 'node_modules', '.bin'), join(tools, 'node_modules', `node-${platform}-${process.arch}`, 'bin')]
    .filter((path) => existsSync(path))
    .join(delimiter);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['this Node', () => current, process.versions.node],
  ['the oldest Node that is supported', () => old, floor.node],
])('The packed product on %s', (name, binaries, version) => {
  const project = emptyProject(name.replaceAll(' ', '-'));

  test('installs into an empty project without warnings about engines or deprecated packages', async () => {
    expect((await run(project, binaries(), 'node', '--version')).out.trim()).toBe(`v${version}`);
    const { status, out, err } = await run(project, binaries(), 'npm', 'install', '--no-audit', packed);
    expect(`${out}${err}`).not.toMatch(/EBADENGINE|deprecated|ERESOLVE|peer dep/);
    expect(status).toBe(0);
    const installed = readdirSync(project, { recursive: true, encoding: 'utf8' });
    // it brings sixty packages, and only the sandbox uses it
    expect(installed.filter((path) => path.endsWith('node_modules/exceljs'))).toEqual([]);
  });

  test('is not changed by a later npm install', async () => {
    const listed = () => readdirSync(join(project, 'node_modules')).sort();
    const { status, out } = await run(project, binaries(), 'npm', 'ls', '--all');
    expect(out).not.toContain('invalid');
    expect(status).toBe(0);
    const before = listed();
    const { status: again } = await run(project, binaries(), 'npm', 'install', '--no-audit');
    expect(again).toBe(0);
    expect(listed()).toEqual(before);
  });

  test('runs its demo, and its hints repeat the command as called', async () => {
    const args = ['tieout', '--quiet', 'demo', '--days', '3', '--orders-per-day', '5', '--dir', 'data'];
    const { status, out, err } = await run(project, binaries(), 'npx', ...args);
    expect(err).not.toMatch(/warning|error/i);
    expect(status).toBe(0);
    expect(out).toContain('npx tieout --config');
    expect(out).not.toContain('cli.js');
    const workbooks = readdirSync(join(project, 'data'), { recursive: true, encoding: 'utf8' });
    expect(workbooks.filter((path) => path.endsWith('.xlsx')).length).toBeGreaterThan(1);
  });

  test('shows that a control fires on statements in both formats', async () => {
    const args = ['tieout', '--quiet', 'selftest', '--only', 'statement_formats'];
    const { status, out } = await run(project, binaries(), 'npx', ...args);
    expect(out).toContain('Every control that had data to corrupt fired.');
    expect(out).toContain('statement_formats');
    expect(status).toBe(0);
  });

  test('has a sandbox that says how it writes statements as XLSX', async () => {
    const args = ['node_modules/tieout/dist/cli.js', 'sandbox', '--json', '--days', '2'];
    const env = { ...Object.fromEntries(variables), PATH: `${binaries()}${delimiter}${process.env.PATH ?? ''}` };
    const sandbox = spawn('node', args, { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = await once(createInterface(sandbox.stdout), 'line');
      const { gatewayUrl, gatewaySecretKey } = z
        .object({ gatewayUrl: z.string(), gatewaySecretKey: z.string() })
        .parse(JSON.parse(String(line)));
      const asked = (format: string) =>
        fetch(`${gatewayUrl}/company_statements/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${gatewaySecretKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ format, timezone: 'UTC' }),
        });
      expect((await asked('csv')).status).toBe(201);
      const refused = await asked('xlsx');
      expect(refused.status).toBe(501);
      expect(await refused.text()).toContain('npm install exceljs@4.4.0');
    } finally {
      sandbox.kill();
    }
  });

  test('repeats the command as called in its errors', async () => {
    const { status, err } = await run(project, binaries(), 'npx', 'tieout', '--quiet', 'run');
    expect(err).toContain('`npx tieout init`');
    expect(status).toBe(2);
  });
});
