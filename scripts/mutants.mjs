// `npm run mutants -- [--count N] [--seed S] [--world W] [--input I] [--field F] [--only ID]`: takes worlds in which every
// day is reconciled, changes one thing in one input, and runs. A mutant survives when every day is still green, no item says
// truly otherwise, and no entry in test/mutants/harmless.yaml shows that it cannot matter. Survivors that are listed there as
// not noticed are known; any other one fails the command.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
const text = { type: 'string' };
const { values } = parseArgs({
  options: { count: text, seed: text, world: text, input: text, field: text, only: text, processes: text },
});
const number = (name, fallback) => {
  const given = values[name] ?? fallback;
  if (!/^\d+$/.test(given)) throw new Error(`--${name} must be a whole number`);
  return Number(given);
};
const seed = number('seed', '1');
const count = number('count', '3000');
const processes = values.only === undefined ? number('processes', '2') : 1;
const folder = mkdtempSync(join(tmpdir(), 'tieout-mutants-'));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const startedAt = performance.now();

const tried = [];
const isLeft = ({ ending }) => ending === 'survived' || ending === 'failed';

function show(one) {
  const checked = one.condition ? [`checked: ${one.condition}`] : [];
  const lines = [one.what, `loaded: ${one.load}`, one.because, ...checked, ...one.said];
  return `${one.ending} ${one.id}\n  ${lines.join('\n  ')}`;
}

/** Takes in what a process has tried since the last time, with a line for each hundred and each survivor at once. */
function readTried(file, from) {
  if (!existsSync(file)) return from;
  const written = readFileSync(file);
  const until = written.lastIndexOf('\n') + 1;
  for (const line of written.subarray(from, until).toString('utf8').split('\n').filter(Boolean)) {
    const one = JSON.parse(line);
    tried.push(one);
    if (isLeft(one)) process.stderr.write(`${one.ending} ${one.id}: ${one.what}\n`);
    if (tried.length % 100 === 0) process.stderr.write(`${progress()}\n`);
  }
  return until;
}

/** A run of a small world mostly allocates: memory that is kept, and not given back, saves a fifth of its time. */
const keptMemory = {
  DUCKDB_JE_MALLOC_CONF: 'tcache_max:1048576,dirty_decay_ms:-1,muzzy_decay_ms:-1,narenas:1',
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=60000:glibc.malloc.mxfast=0',
  MALLOC_TOP_PAD_: String(64 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024 * 1024),
};

/** The share of the mutants of one process. */
function tryShare(share) {
  const result = join(folder, `result-${share}.jsonl`);
  const temporary = join(folder, `tmp-${share}`);
  mkdirSync(temporary);
  const chosen = Object.fromEntries(
    ['world', 'input', 'field', 'only'].flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const options = { seed, count, ...chosen, share: [share, processes], result };
  const child = spawn(process.execPath, [vitest, 'run', 'test/mutants/mutants.test.ts', '--reporter', 'dot'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...keptMemory, TIEOUT_MUTANTS: JSON.stringify(options), TMPDIR: temporary },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  let read = 0;
  const reading = setInterval(() => {
    read = readTried(result, read);
  }, 1000);
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(reading);
      readTried(result, read);
      if (code === 0) resolve();
      else reject(new Error(`A process ended with exit status ${code}.\n${output}`));
    });
  });
}

const secondsSoFar = () => Math.round((performance.now() - startedAt) / 1000);
const total = (ending) => tried.filter((one) => one.ending === ending).length;
const endings = () =>
  `${total('noticed')} noticed, ${total('true_outcome')} with a true outcome, ${total('harmless')} harmless, ${total('no_effect')} without effect, ${total('known')} survived and known, ${total('survived')} survived, ${total('failed')} failed`;
const progress = () => `${tried.length.toLocaleString('en')} mutants in ${secondsSoFar()} s: ${endings()}`;

/** The inputs and fields with survivors, and how many of their mutants were noticed. */
function survivorLines() {
  const rows = new Map();
  for (const one of tried) {
    const name = `${one.input} | ${one.field} (${one.kind})`;
    rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, list]) => ({ name, list, survived: list.filter(isLeft).length }))
    .filter(({ survived }) => survived > 0)
    .map(({ name, list, survived }) => {
      const noticed = list.filter(({ ending }) => ending === 'noticed').length;
      return `${name}: ${survived} of ${list.length} survived, ${noticed} noticed`;
    });
}

try {
  await Promise.all(Array.from({ length: processes }, (_, share) => tryShare(share)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const left = tried.filter(isLeft).sort((a, b) => (a.id < b.id ? -1 : 1));
for (const one of values.only === undefined ? left : tried) console.log(show(one));
console.log('');
for (const line of survivorLines()) console.log(line);
console.log(`seed ${seed}: ${progress()}.`);
process.exit(left.length > 0 || tried.length === 0 ? 1 : 0);
