import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { companyPaths } from '../../src/config/data-paths.ts';
import { packageRoot } from '../../src/package-root.ts';
import { openWarehouse, type Warehouse } from '../../src/warehouse/open.ts';
import { type Ran, tieout, tieoutProcess } from '../given/command.ts';
import { copyOfProduct } from '../given/product-copy.ts';
import { givenServer } from '../given/server.ts';
import { placeWarehouse } from '../given/warehouse.ts';

export const casesFolder = join(packageRoot, 'test', 'errors', 'fixtures');
const basesFolder = join(packageRoot, 'test', 'errors', 'bases');

const caseSchema = z.strictObject({
  title: z.string(),
  args: z.array(z.string()),
  /** A folder of bases/ that the case starts from: its files and the output of its commands. */
  base: z.string().optional(),
  /** Commands to run first. */
  before: z.array(z.array(z.string())).default([]),
  /** SQL by name; its single value replaces {{name}} in before and args. */
  values: z.record(z.string(), z.string()).default({}),
  env: z.record(z.string(), z.string()).default({}),
  /** A database that this process keeps open during the case. */
  holds: z.string().optional(),
  /** Patterns of text that differs between runs. */
  mask: z.array(z.string()).default([]),
});

const baseSchema = z.strictObject({
  before: z.array(z.array(z.string())),
  env: z.record(z.string(), z.string()).default({}),
});

const ruleSchema = z.strictObject({
  /** A prefix of the path; the first matching rule answers. */
  path: z.string(),
  /** Whether the path is the whole address. */
  is_exact: z.boolean().default(false),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** The error of the server's clock. */
  clock_seconds: z.int().default(0),
  /** Whether the connection breaks before the last announced byte. */
  is_cut: z.boolean().default(false),
});

export type ErrorCase = z.infer<typeof caseSchema> & { name: string; expected: string };

/** The code in a case's expected text: of an error or of a rejected request. */
export function codeOf({ expected }: ErrorCase): string {
  const [, error, rejected] = /^error ([A-Z_]+):|^rejected .*\(([A-Z_]+)\)$/m.exec(expected) ?? [];
  return error ?? rejected ?? '';
}

/** A case is a folder: the command (case.yaml), the smallest files that produce the error, and expected.txt. */
export function errorCases(): ErrorCase[] {
  return readdirSync(casesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const read = (file: string) => readFileSync(join(casesFolder, name, file), 'utf8');
      const expected = existsSync(join(casesFolder, name, 'expected.txt')) ? read('expected.txt') : '';
      return { ...caseSchema.parse(parse(read('case.yaml'))), name, expected };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function startAnswering(path: string) {
  const rules = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => ruleSchema.parse(JSON.parse(line)));
  return givenServer((request, response) => {
    const rule = rules.find(({ path, is_exact: isExact }) =>
      isExact ? request.path === path : request.path.startsWith(path),
    );
    if (rule === undefined) return void response.writeHead(500).end();
    response.setHeader('date', new Date(Date.now() + rule.clock_seconds * 1000).toUTCString());
    const body = rule.body.replaceAll('{{server}}', `http://${request.headers.host ?? ''}`);
    if (!rule.is_cut) return void response.writeHead(rule.status, rule.headers).end(body);
    response.writeHead(rule.status, { ...rule.headers, 'content-length': String(Buffer.byteLength(body) + 1) });
    response.write(body, () => response.destroy());
  });
}

type Command = (args: readonly string[]) => Promise<Ran>;

/** A copy of the program in which the files of the case's package/ folder replace the originals. */
function changedProgram(changes: string): string {
  const program = copyOfProduct('dist');
  cpSync(changes, program, { recursive: true });
  return program;
}

const bases = new Map<string, Promise<string>>();

/** A base's folder after its commands: prepared once, copied by each case. */
function preparedBase(name: string): Promise<string> {
  const known = bases.get(name);
  if (known !== undefined) return known;
  const prepare = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tieout-base-'));
    cpSync(join(basesFolder, name), folder, { recursive: true });
    const { before, env } = baseSchema.parse(parse(readFileSync(join(folder, 'base.yaml'), 'utf8')));
    for (const args of before) await tieout(['--quiet', ...args], { HOME: folder, ...env }, folder);
    return folder;
  };
  const prepared = prepare();
  bases.set(name, prepared);
  return prepared;
}

async function firstValue(command: Command, sql: string): Promise<string> {
  const { out, err } = await command(['--json', 'sql', sql]);
  const [row] = z.array(z.record(z.string(), z.string())).parse(JSON.parse(out));
  const value = Object.values(row ?? {})[0];
  if (value === undefined) throw new Error(`no value: ${sql} ${err}`);
  return value;
}

/** Runs a case in a copy of its folder and returns the text that the user sees. */
export async function runErrorCase(given: ErrorCase): Promise<{ text: string; stdout: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-error-'));
  if (given.base !== undefined) cpSync(await preparedBase(given.base), folder, { recursive: true });
  cpSync(join(casesFolder, given.name), folder, { recursive: true });
  const answers = join(folder, 'answers.jsonl');
  const answering = existsSync(answers) ? await startAnswering(answers) : undefined;
  const url = answering?.url ?? 'https://gateway.example';
  const config = join(folder, 'tieout.yaml');
  if (existsSync(config)) writeFileSync(config, readFileSync(config, 'utf8').replaceAll('{{server}}', url));
  const program = existsSync(join(folder, 'package')) ? changedProgram(join(folder, 'package')) : packageRoot;
  const data = join(folder, 'tieout-data');
  const [firstCommand = ''] = given.before[0] ?? given.args;
  if (['run', 'import'].includes(firstCommand) && program === packageRoot && !existsSync(data))
    placeWarehouse(companyPaths(data, 'acme').warehouse);
  // another program, or one that meets what this process keeps open, has a process of its own
  const isOwnProcess = program !== packageRoot || given.holds !== undefined;
  const env = { HOME: folder, ...given.env };
  const command: Command = (args) =>
    isOwnProcess
      ? tieoutProcess(['--quiet', ...args], env, { cwd: folder, program })
      : tieout(['--quiet', ...args], env, folder);
  let holder: Warehouse | undefined;
  try {
    const values = new Map<string, string>();
    for (const [name, sql] of Object.entries(given.values)) values.set(name, await firstValue(command, sql));
    const filled = (args: readonly string[]) =>
      args.map((arg) => arg.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? ''));
    for (const args of given.before) await command(filled(args));
    if (given.holds !== undefined) holder = await openWarehouse(join(folder, given.holds));
    const { status, out, err } = await command(filled(given.args));
    // rejected requests are part of the output, not an error
    let text = (err === '' ? out : err)
      .replaceAll(`node ${join(program, 'dist', 'cli.js')}`, 'tieout')
      .replaceAll(program, '<program>')
      .replaceAll(folder, '<folder>')
      .replaceAll(url, '<server>');
    for (const [name, value] of values) text = text.replaceAll(value, `<${name}>`);
    for (const mask of given.mask) text = text.replaceAll(new RegExp(mask, 'g'), '…');
    return { stdout: out, text: `${text.trimEnd()}\nexit status ${status}\n` };
  } finally {
    holder?.close();
    if (program !== packageRoot) rmSync(program, { recursive: true, force: true });
    await answering?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
