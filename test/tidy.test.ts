import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { codeOf, filesBelow, findings, type Source } from './given/sources.ts';

/*
 * The style of the project as a test; that of the SQL is in tidy-sql.test.ts. A finding is `file:line what`. If a rule is
 * wrong for a change, change the rule here and give the reason in the commit.
 */

const product = filesBelow('src', ['.ts']);
const packages = readdirSync(join(packageRoot, 'packages'));
const sourcesOf = (name: string) => filesBelow(`packages/${name}/src`, ['.ts']);
const testsOf = (name: string) => filesBelow(`packages/${name}/test`, ['.ts']);
/** The packages whose code is in the bundle of the command; their dependencies are those of the product. */
const engines = packages.filter((name) => name !== 'sandbox');
const bundled = [...product, ...engines.flatMap(sourcesOf)];
const programs = [...product, ...packages.flatMap(sourcesOf)];
const tests = [...filesBelow('test', ['.ts']), ...packages.flatMap(testsOf)];
const scripts = filesBelow('scripts', ['.mjs']);
const sql = filesBelow('sql', ['.sql']);

test('The list of files is not empty', () => {
  for (const sources of [product, ...packages.map(sourcesOf), tests, scripts, sql])
    expect(sources.length).toBeGreaterThan(3);
});

describe('Every file', () => {
  test('has at most 400 lines', () => {
    const long = [...programs, ...tests, ...scripts, ...sql].filter(({ text }) => text.split('\n').length > 401);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('is named for its content', () => {
    const vague = /(^|\/)(utils?|helpers?|lib|libs|types|interfaces|manager|common|misc|index)(\/|\.ts$|\.mjs$)/;
    expect([...programs, ...tests, ...scripts].map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });
});

describe('TypeScript', () => {
  test('has no default exports', () => {
    expect(findings(programs, /^export default\b/m, codeOf)).toEqual([]);
  });

  test('has no any, enum, interface, namespace or cast through unknown', () => {
    expect(findings([...programs, ...tests], /(?:[:<|&,(]|\bas|=>)\s*any\b(?!\s*[(:'])|\bany\[\]/, codeOf)).toEqual([]);
    expect(
      findings(
        [...programs, ...tests],
        /^\s*(?:export )?(?:declare )?(?:const )?(?:enum|interface|namespace) \w+/m,
        codeOf,
      ),
    ).toEqual([]);
    expect(findings(programs, /\bas unknown as\b/, codeOf)).toEqual([]);
    expect(findings([...programs, ...tests], /@ts-(?:ignore|nocheck|expect-error)/)).toEqual([]);
  });

  test('reads the environment in src/config only', () => {
    const others = programs.filter(({ path }) => !path.startsWith('src/config/'));
    expect(findings(others, /\bprocess\s*\.\s*env\b|\bprocess\[/, codeOf)).toEqual([]);
  });

  test('takes the surroundings of a command line from src/cli.ts', () => {
    // copy-live.ts holds the program of another process
    const others = bundled.filter(({ path }) => !['src/cli.ts', 'src/warehouse/copy-live.ts'].includes(path));
    const reads = /\bprocess\s*\.\s*(?:argv|cwd|stdin|stdout|stderr|exit|exitCode|chdir|on)\b/;
    expect(findings(others, reads, codeOf)).toEqual([]);
  });

  test('does not parse money into a float', () => {
    expect(findings(programs, /\bparseFloat\s*\(|\bNumber\.parseFloat\b/, codeOf)).toEqual([]);
  });

  test('has no skipped or exclusive tests', () => {
    expect(
      findings(
        tests,
        /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo|fails)\b|\b(?:xit|xtest|xdescribe)\b/,
        codeOf,
      ),
    ).toEqual([]);
  });
});

describe('Imports', () => {
  const base = ['domain', 'disk', 'privacy'];
  /** The folders that each folder of src/ may import besides itself: only those earlier in the data flow. */
  const mayImport: Record<string, readonly string[]> = {
    domain: [],
    disk: ['domain'],
    privacy: ['domain', 'disk'],
    landing: ['domain', 'disk'],
    messages: ['domain'],
    connectors: ['domain', 'disk', 'landing'],
    config: ['domain', 'connectors'],
    warehouse: ['domain', 'disk', 'privacy', 'connectors', 'messages'],
    reconcile: ['domain', 'messages', 'warehouse'],
    report: ['domain', 'disk', 'privacy', 'messages', 'warehouse', 'reconcile'],
    lake: ['domain', 'disk', 'warehouse'],
    company: [...base, 'config', 'connectors', 'landing', 'warehouse', 'reconcile', 'report', 'lake'],
    receiver: ['domain', 'disk', 'config', 'connectors', 'landing', 'company', 'terminal'],
    judge: ['domain', 'config', 'connectors', 'landing', 'warehouse', 'reconcile', 'company'],
    decisions: [...base, 'config', 'landing', 'warehouse', 'reconcile', 'report', 'company', 'judge', 'close'],
    pipeline: [
      ...base,
      'config',
      'connectors',
      'landing',
      'warehouse',
      'reconcile',
      'report',
      'company',
      'judge',
      'decisions',
      'receiver',
    ],
    evidence: [
      ...base,
      'config',
      'connectors',
      'landing',
      'warehouse',
      'reconcile',
      'report',
      'company',
      'receiver',
      'pipeline',
    ],
    close: [...base, 'messages', 'config', 'landing', 'warehouse', 'reconcile', 'report', 'company'],
    inspect: ['domain', 'disk', 'messages', 'config', 'connectors', 'warehouse', 'company', 'pipeline'],
    match: 'domain disk messages config connectors warehouse company reconcile report pipeline inspect'.split(' '),
    terminal: ['domain', 'config'],
    schedule: ['domain', 'disk', 'config', 'company', 'pipeline', 'terminal'],
    notice: [
      'domain',
      'messages',
      'config',
      'connectors',
      'warehouse',
      'company',
      'close',
      'schedule',
      'report',
      'terminal',
    ],
    commands:
      'domain disk privacy messages inspect match terminal config landing connectors warehouse reconcile report company judge decisions pipeline evidence close schedule notice receiver lake'.split(
        ' ',
      ),
  };
  /** The folders that may use a package: HTTP only in connectors, DuckDB only in the warehouse, and so on. */
  const mayUse: Record<string, readonly string[]> = {
    '@duckdb/node-api': 'warehouse lake reconcile report company judge decisions pipeline evidence close'.split(' '),
    '@fluent/bundle': ['messages'],
    commander: ['commands'],
    exceljs: ['warehouse', 'report'],
    fastify: ['receiver'],
    'node-cron': ['schedule'],
    nodemailer: ['notice'],
    pdfkit: ['report'],
    pino: ['terminal'],
    'tieout-matching': ['reconcile'],
    undici: ['connectors'],
    yauzl: ['warehouse'],
  };

  type Import = { from: string; to: string; isLazy: boolean; isType: boolean };

  function importsOf({ path, text }: Source): Import[] {
    const found = text.matchAll(
      /^(?:import|export(?=\s+(?:type\s+)?[{*]))\s+(type\s)?(?:[^'";]*?\bfrom\s+)?'([^']+)'|(\btypeof\s+)?\bimport\(\s*'([^']+)'\s*\)/gm,
    );
    return [...found].map(([, isType, fixed, isTypeOf, lazy]) => ({
      from: path,
      to: fixed ?? lazy ?? '',
      isLazy: lazy !== undefined,
      isType: isType !== undefined || isTypeOf !== undefined,
    }));
  }

  const folderOf = (path: string) => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '');
  const target = ({ from, to }: Import) => relative('.', join(dirname(from), to));
  const all = product.flatMap(importsOf);
  const importsOfPackage = (name: string) => sourcesOf(name).flatMap(importsOf);

  test('are ordered: every folder of src/ has a rank', () => {
    const folders = new Set(product.map(({ path }) => folderOf(path)).filter((name) => name !== ''));
    expect([...folders].filter((name) => !(name in mayImport))).toEqual([]);
  });

  test('go downwards only', () => {
    const upward = all.filter((entry) => {
      const [from, to] = [folderOf(entry.from), entry.to.startsWith('.') ? folderOf(target(entry)) : ''];
      return from !== '' && to !== '' && from !== to && !mayImport[from]?.includes(to);
    });
    expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('form no circle: no file imports a file that leads back to it', () => {
    const left = new Map(bundled.map(({ path }) => [path, new Set<string>()]));
    for (const entry of programs.flatMap(importsOf))
      if (entry.to.startsWith('.')) left.get(entry.from)?.add(target(entry));
    // a file whose imports are all settled is settled; what remains is in a circle or above a circle
    const isSettled = (path: string) => [...(left.get(path) ?? [])].every((to) => !left.has(to));
    for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
      before = left.size;
      for (const path of [...left.keys()]) if (isSettled(path)) left.delete(path);
    }
    expect([...left].map(([from, to]) => `${from} imports ${[...to].filter((path) => left.has(path))}`)).toEqual([]);
  });

  // the sandbox must not share a bug with the code under test, and an engine must not know the product
  test.each(packages)('of the package %s stay inside it', (name) => {
    const outside = [...importsOfPackage(name), ...testsOf(name).flatMap(importsOf)].filter((entry) =>
      entry.to.startsWith('.') ? !target(entry).startsWith(`packages/${name}/`) : entry.to.startsWith('tieout'),
    );
    expect(outside.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('of the sandbox are dynamic, through its public entry, in the sandbox commands only', () => {
    const starters = ['sandbox', 'sandbox-setup', 'demo', 'demo-config', 'selftest'].map(
      (name) => `src/commands/${name}.ts`,
    );
    const wrong = all.filter(({ from, to, isLazy, isType }) =>
      to === 'tieout-sandbox' ? !starters.includes(from) || !(isLazy || isType) : to.includes('packages/'),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  const packageOf = (to: string) =>
    to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');

  const isEngine = (name: string) => engines.some((engine) => name === `tieout-${engine}`);

  test.each([
    ['package.json', [...all, ...engines.flatMap(importsOfPackage)]] as const,
    ...packages.map((name) => [`packages/${name}/package.json`, importsOfPackage(name)] as const),
  ])('of packages are dependencies in %s, and each dependency is imported', (manifest, entries) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(packageRoot, manifest), 'utf8'));
    const names = entries.filter(({ to }) => !/^(\.|node:)/.test(to)).map(({ to }) => packageOf(to));
    const used = names.filter((name) => !isEngine(name));
    // the bundle contains the driver, and loads what is native in it
    if (used.includes('@duckdb/node-api')) used.push('@duckdb/node-bindings');
    expect([...new Set(used)].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
  });

  test('do not cross connectors', () => {
    const connectorOf = (path: string) => {
      const [, folder, name, file] = path.split('/');
      return folder === 'connectors' && file !== undefined ? name : undefined;
    };
    const crossing = all.filter((entry) => {
      const [from, to] = [connectorOf(entry.from), entry.to.startsWith('.') ? connectorOf(target(entry)) : undefined];
      return from !== undefined && to !== undefined && from !== to && to !== 'http';
    });
    expect(crossing.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('of packages are limited to their folders', () => {
    const strayed = all.filter(({ from, to }) => mayUse[packageOf(to)]?.includes(folderOf(from)) === false);
    expect(strayed.map(({ from, to }) => `${from} uses ${to}`)).toEqual([]);
  });

  test('name an existing file with its extension', () => {
    const wrong = [...all, ...packages.flatMap(importsOfPackage)].filter(
      (entry) => entry.to.startsWith('.') && !existsSync(join(packageRoot, target(entry))),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  /** The files and packages that are loaded with a file, without what is loaded later. */
  function loadedWith(path: string, seen = { files: new Set<string>(), packages: new Set<string>() }) {
    if (seen.files.has(path)) return seen;
    seen.files.add(path);
    for (const entry of all.filter(({ from, isLazy, isType }) => from === path && !isLazy && !isType)) {
      if (entry.to.startsWith('.')) loadedWith(target(entry), seen);
      else if (!entry.to.startsWith('node:')) seen.packages.add(entry.to);
    }
    return seen;
  }

  test('of the command line load only commander before a command runs', () => {
    const { files, packages } = loadedWith('src/cli.ts');
    expect(files.size).toBeGreaterThan(3);
    expect([...packages]).toEqual(['commander']);
  });

  test('of the matching engine load it only where a pass uses it', () => {
    const loading = product.filter(({ path }) => loadedWith(path).packages.has('tieout-matching'));
    expect(loading.map(({ path }) => path)).toEqual([
      'src/reconcile/matching/sum-in-window.ts',
      'src/reconcile/matching/weighed-passes.ts',
    ]);
  });

  test('of the readers of files load the reader of a format with its first file', () => {
    const { files, packages: loaded } = loadedWith('packages/files/src/files.ts');
    const readers = [...files].filter((path) => /\/(camt053|mt940|ofx|pdf|xlsx)\/|\/open-(?!file)\w+\.ts$/.test(path));
    expect(readers).toEqual([]);
    expect([...loaded]).toEqual([]);
  });
});
