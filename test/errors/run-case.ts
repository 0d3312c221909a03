import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';

const cli = join(packageRoot, 'dist', 'cli.js');
export const casesFolder = join(packageRoot, 'test', 'errors', 'fixtures');

const caseSchema = z.strictObject({
  title: z.string(),
  args: z.array(z.string()),
  /** Commands that are run first. */
  before: z.array(z.array(z.string())).default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** Patterns of what differs from run to run. */
  mask: z.array(z.string()).default([]),
});

const ruleSchema = z.strictObject({
  /** What the path begins with; the first rule that fits answers. */
  path: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** How far the server's clock is off. */
  clock_seconds: z.int().default(0),
});

export type ErrorCase = z.infer<typeof caseSchema> & { name: string; expected: string };
export type ErrorOutcome = { status: number | null; text: string; stdout: string };

/** A case is a folder: what is run (case.yaml), the smallest files that bring the error about, and expected.txt. */
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

async function startAnswering(path: string): Promise<{ server: Server; url: string }> {
  const rules = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => ruleSchema.parse(JSON.parse(line)));
  const server = createServer((request, response) => {
    request.resume();
    const rule = rules.find((each) => request.url?.startsWith(each.path));
    if (rule === undefined) return void response.writeHead(500).end();
    response.setHeader('date', new Date(Date.now() + rule.clock_seconds * 1000).toUTCString());
    response.writeHead(rule.status, rule.headers).end(rule.body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}` };
}

/** Runs a case in a copy of its folder, the command line as a user has it, and gives what the user then reads. */
export async function runErrorCase(given: ErrorCase): Promise<ErrorOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-error-'));
  cpSync(join(casesFolder, given.name), folder, { recursive: true });
  const answers = join(folder, 'answers.jsonl');
  const answering = existsSync(answers) ? await startAnswering(answers) : undefined;
  const url = answering?.url ?? 'https://gateway.example';
  const config = join(folder, 'tieout.yaml');
  if (existsSync(config)) writeFileSync(config, readFileSync(config, 'utf8').replaceAll('{{server}}', url));
  const command = (args: readonly string[]) =>
    new Promise<ErrorOutcome>((resolve) => {
      const child = execFile(
        process.execPath,
        [cli, '--quiet', ...args],
        { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...given.env } },
        (_error, stdout, stderr) => {
          let text = stderr
            .replaceAll(`node ${cli}`, 'tieout')
            .replaceAll(folder, '<folder>')
            .replaceAll(url, '<server>');
          for (const mask of given.mask) text = text.replaceAll(new RegExp(mask, 'g'), '…');
          resolve({ status: child.exitCode, stdout, text: `${text.trimEnd()}\nexit status ${child.exitCode}\n` });
        },
      );
    });
  try {
    for (const args of given.before) await command(args);
    return await command(given.args);
  } finally {
    answering?.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
