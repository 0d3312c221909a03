import { readdirSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '../../src/company/published-warehouse.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { fingerprints, start, tieoutProcess } from '../given/command.ts';
import { statementsAsked } from '../given/sandbox-config.ts';
import { namedObjects } from './alterations.ts';
import { argsAt, configure, copyOf, type Stage, startServices } from './stages.ts';

/** A moment at which a process is killed: after some changes of files, or some milliseconds. */
export type Moment = { after: 'changes' | 'milliseconds'; count: number };

const isReport = (name: string) => /^(?:reports|closed)\//.test(name);

/** The files that are no reports, without the objects that the index of landing names: one that it does not name is an error. */
async function otherFiles(data: string): Promise<string[]> {
  const named = new Set((await namedObjects(data)).map(({ name }) => name));
  return readdirSync(data, { recursive: true })
    .map(String)
    .filter((name) => !isReport(name) && !named.has(name) && statSync(join(data, name)).isFile())
    .sort();
}

/** The rows of what people read in the published snapshot of a folder, by view. */
async function publishedRows(folder: string): Promise<Record<string, string>> {
  const reader = await openReader(await loadConfig(join(folder, 'tieout.yaml')));
  try {
    const rows: Record<string, string> = {};
    for (const name of ['control', 'item', 'verdict', 'decision', 'cause', 'input_day']) {
      const read = await reader.read(`select shown::text as row from mart.${name} as shown`);
      rows[name] = JSON.stringify(read.map(({ row }) => String(row)).sort());
    }
    return rows;
  } finally {
    reader.close();
  }
}

/** What a command left: everything that another process must leave too, whenever it was killed before. */
async function leftIn(folder: string, statements: number) {
  const data = join(folder, 'data');
  const reports = Object.fromEntries(Object.entries(fingerprints(data)).filter(([name]) => isReport(name)));
  return { reports, files: await otherFiles(data), rows: await publishedRows(folder), statements };
}

/** Calls back with the number of changes of files in a folder, at each change. */
function watchChanges(folder: string, changed: (count: number) => void) {
  let count = 0;
  const watcher = watch(folder, { recursive: true }, () => {
    count += 1;
    changed(count);
  });
  // a folder that vanishes while it is watched
  watcher.on('error', () => {});
  return watcher;
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
  const watcher = watchChanges(data, (count) => {
    if (count === moment.count) kill();
  });
  await ended;
  watcher.close();
  return isKilled;
}

/** Does something with the command of a stage, in a copy of its folder and at services of its own. */
async function atStage<Result>(
  stage: Stage,
  work: (args: string[], env: Record<string, string>, data: string, left: () => ReturnType<typeof leftIn>) => Result,
) {
  const sandbox = await startServices();
  const folder = copyOf(stage.from);
  try {
    const env = configure(folder, sandbox);
    const left = async () => leftIn(folder, await statementsAsked(sandbox));
    return await work(argsAt(folder, stage.args), env, join(folder, 'data'), left);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  }
}

/** How a command ends that nobody kills: what it leaves, and how long it takes, in both measures. */
export type Undisturbed = Awaited<ReturnType<typeof undisturbed>>;

export const undisturbed = (stage: Stage) =>
  atStage(stage, async (args, env, data, left) => {
    let changes = 0;
    const watcher = watchChanges(data, (count) => {
      changes = count;
    });
    const began = performance.now();
    const { status, err } = await tieoutProcess(args, env);
    const milliseconds = performance.now() - began;
    watcher.close();
    if (status === 1 || status === 2 || status === null) throw new Error(`${stage.name} ended with ${status}: ${err}`);
    return { left: await left(), status, changes, milliseconds };
  });

/** What a command leaves that was killed at a moment and then repeated; undefined when it ended before the moment. */
export const killedAndRepeated = (stage: Stage, moment: Moment) =>
  atStage(stage, async (args, env, data, left) => {
    if (!(await killAt(args, env, data, moment))) return undefined;
    const repeated = await tieoutProcess(args, env);
    return { left: await left(), repeated };
  });
