import { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';

/*
 * What costs time in tests, counted: a judged day costs seconds of a processor, and a process of its own a second. Seconds depend on
 * the machine, counts do not.
 */

const countsIn = (folder: string) => join(folder, 'work.txt');
const note = (what: 'day' | 'process', count: number) =>
  appendFileSync(countsIn(process.env.TIEOUT_TESTS ?? ''), `${what} ${count}\n`);

/** What `npm test` may do: a little more than it does today. A change that needs more says why, or is a long test. */
const most = { day: 55, process: 35 };

/** Counts the judged days and the processes that the tests of this worker start. */
export function countWork(): void {
  const { prototype } = DuckDBConnection;
  const { run } = prototype;
  // the days of a run, until it is known that they are judged: tests of rules write only their items
  const days = new WeakMap<DuckDBConnection, number>();
  prototype.run = function counted(sql, values, types) {
    if (/^\s*insert into recon\.run_day\b/.test(sql) && values !== undefined && 'days' in values)
      days.set(this, JSON.parse(String(values.days)).length);
    if (/^insert into recon\.verdict\b/m.test(sql)) {
      note('day', days.get(this) ?? 0);
      days.delete(this);
    }
    return run.call(this, sql, values, types);
  };
  const spawn: unknown = Reflect.get(ChildProcess.prototype, 'spawn');
  if (typeof spawn !== 'function')
    throw new Error('child processes are started in another way by this version of Node');
  Reflect.set(ChildProcess.prototype, 'spawn', function counted(this: ChildProcess, options: unknown) {
    note('process', 1);
    return spawn.call(this, options);
  });
}

/** Prints what all workers counted in the folder of a run, which fails where it is too much. */
export function checkWork(folder: string): void {
  const counts = countsIn(folder);
  const lines = existsSync(counts) ? readFileSync(counts, 'utf8').split('\n') : [];
  const sum = (what: string) =>
    lines.filter((line) => line.startsWith(what)).reduce((total, line) => total + Number(line.split(' ')[1]), 0);
  const work = { day: sum('day'), process: sum('process') };
  console.log(
    `Judged days: ${work.day}, at most ${most.day}. Started processes: ${work.process}, at most ${most.process}.`,
  );
  if (work.day <= most.day && work.process <= most.process) return;
  console.error('The tests judge too many days or start too many processes: see test/given/counted-work.ts');
  // vitest only prints an error that is thrown here
  process.exitCode = 1;
}
