import { readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '../../src/company/published-warehouse.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { receiptSchema } from '../../src/domain/receipt.ts';
import { fingerprints, type Ran, start, tieoutProcess } from '../given/command.ts';
import { argsAt, configure, copyOf, type Stage, startServices, statementsAsked } from './stages.ts';

/** What a command left: everything that another process must leave too, whenever it was killed before. */
export type Left = {
  /** Reports and packs: every file with its hash. */
  reports: Record<string, string>;
  /** Other files by name; objects of landing that no entry names are among them. */
  files: string[];
  /** The rows of what people read in the published snapshot. */
  rows: Record<string, string>;
  statements: number;
};

/** A moment at which a process is killed: after some changes of files, or some milliseconds. */
export type Moment = { after: 'changes' | 'milliseconds'; count: number };

const isReport = (name: string) => /^(?:reports|closed)\//.test(name);

/** Objects that the index of landing names; what is left is an error. */
function namedObjects(data: string): Set<string> {
  const lines = readFileSync(join(data, 'acme', 'landing', 'index.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return new Set(
    lines.map((line) => {
      const { sha256, ext } = receiptSchema.parse(JSON.parse(line));
      return `acme/landing/objects/${sha256.slice(0, 2)}/${sha256}.${ext}`;
    }),
  );
}

function otherFiles(data: string): string[] {
  const named = namedObjects(data);
  return readdirSync(data, { recursive: true })
    .map(String)
    .filter((name) => !isReport(name) && !named.has(name) && statSync(join(data, name)).isFile())
    .sort();
}

const views = ['control', 'item', 'verdict', 'decision', 'cause', 'balance_rollforward', 'input_day'];

/** The rows of what people read in the published snapshot of a folder, by view. */
export async function publishedRows(folder: string): Promise<Record<string, string>> {
  const reader = await openReader(await loadConfig(join(folder, 'tieout.yaml')));
  try {
    const names = (
      await reader.read(
        `select distinct table_name as name from duckdb_columns()
         where schema_name = 'mart' and table_name in (${views.map((name) => `'${name}'`).join(', ')})`,
      )
    ).map(({ name }) => String(name));
    const rows: Record<string, string> = {};
    for (const name of names.sort())
      rows[name] = JSON.stringify(
        (await reader.read(`select shown::text as row from mart.${name} as shown`))
          .map(({ row }) => String(row))
          .sort(),
      );
    return rows;
  } finally {
    reader.close();
  }
}

async function leftIn(folder: string, statements: number): Promise<Left> {
  const data = join(folder, 'data');
  const reports = Object.fromEntries(Object.entries(fingerprints(data)).filter(([name]) => isReport(name)));
  return { reports, files: otherFiles(data), rows: await publishedRows(folder), statements };
}

/** Runs a process until it ends or a moment comes; false when it ended before. */
async function killAt(args: string[], env: Record<string, string>, data: string, moment: Moment): Promise<boolean> {
  const child = start(args, env);
  const ended = new Promise((resolve) => child.on('close', resolve));
  let isKilled = false;
  const kill = () => {
    if (child.exitCode === null) isKilled = child.kill('SIGKILL');
  };
  if (moment.after === 'milliseconds') {
    const timer = setTimeout(kill, moment.count);
    await ended;
    clearTimeout(timer);
    return isKilled;
  }
  let changes = 0;
  const watcher = watch(data, { recursive: true }, () => {
    changes += 1;
    if (changes === moment.count) kill();
  });
  // a folder that vanishes while it is watched
  watcher.on('error', () => {});
  await ended;
  watcher.close();
  return isKilled;
}

/** How a command ends that nobody kills: what it leaves, and how long it takes, in both measures. */
export type Undisturbed = { left: Left; status: number | null; changes: number; milliseconds: number };

export async function undisturbed(stage: Stage): Promise<Undisturbed> {
  const sandbox = await startServices();
  const folder = copyOf(stage.from);
  try {
    const place = configure(folder, sandbox);
    let changes = 0;
    const watcher = watch(join(folder, 'data'), { recursive: true }, () => {
      changes += 1;
    });
    // a folder that vanishes while it is watched
    watcher.on('error', () => {});
    const began = performance.now();
    const { status, err } = await tieoutProcess(['-q', ...argsAt(place, stage.args)], place.env);
    const milliseconds = performance.now() - began;
    watcher.close();
    if (status === 1 || status === 2 || status === null) throw new Error(`${stage.name} ended with ${status}: ${err}`);
    return { left: await leftIn(folder, await statementsAsked(sandbox)), status, changes, milliseconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  }
}

/** What a command leaves that was killed at a moment and then repeated; undefined when it ended before the moment. */
export async function killedAndRepeated(
  stage: Stage,
  moment: Moment,
): Promise<{ left: Left; repeated: Ran } | undefined> {
  const sandbox = await startServices();
  const folder = copyOf(stage.from);
  try {
    const place = configure(folder, sandbox);
    const args = ['-q', ...argsAt(place, stage.args)];
    if (!(await killAt(args, place.env, join(folder, 'data'), moment))) return undefined;
    const repeated = await tieoutProcess(args, place.env);
    return { left: await leftIn(folder, await statementsAsked(sandbox)), repeated };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  }
}
