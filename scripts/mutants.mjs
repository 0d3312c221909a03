// `npm run mutants -- [--count N] [--seed S] [--world W] [--input I] [--field F] [--only ID] [--record]`: takes worlds in which every
// day is reconciled, changes one thing in one input, and runs. A mutant survives when every day is still green, no item says
// truly otherwise, and test/mutants/harmless.yaml gives no reason. `--record` writes the result to docs/proof.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { proofPage, scoreRows } from './mutants/proof-page.mjs';
import { ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    ...{ count: text, seed: text, world: text, input: text, field: text, only: text, processes: text },
    ...{ record: { type: 'boolean' }, verbose: { type: 'boolean' } },
  },
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

/** The share of the mutants of one process, as it tried them. */
function tryShare(share) {
  const result = join(folder, `result-${share}.json`);
  const temporary = join(folder, `tmp-${share}`);
  mkdirSync(temporary);
  const chosen = Object.fromEntries(
    ['world', 'input', 'field', 'only'].flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const options = { seed, count, ...chosen, share: [share, processes], result, isShown: values.verbose ?? false };
  const child = spawn(process.execPath, [vitest, 'run', 'test/mutants/mutants.test.ts', '--reporter', 'dot'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TIEOUT_MUTANTS: JSON.stringify(options), TMPDIR: temporary },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
      if (values.verbose) process.stderr.write(bytes);
    });
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      if (existsSync(result)) resolve(JSON.parse(readFileSync(result, 'utf8')));
      else reject(new Error(`A process ended without a result.\n${output}`));
    });
  });
}

const shares = await Promise.all(Array.from({ length: processes }, (_, share) => tryShare(share)));
const tried = shares.flat();
rmSync(folder, { recursive: true, force: true });
const seconds = Math.round((performance.now() - startedAt) / 1000);

const left = tried.filter(({ ending }) => ending === 'survived' || ending === 'failed');
for (const one of values.only === undefined ? left : tried) {
  const lines = [one.what, `loaded: ${one.load}`, one.because, ...one.said];
  console.log(`${one.ending} ${one.id}\n  ${lines.join('\n  ')}`);
}
console.log('');
for (const { input, field, kind, mutants, noticed, survived } of scoreRows(tried))
  if (survived > 0)
    console.log(`${input} | ${field} (${kind}): ${survived} of ${mutants} survived, ${noticed} noticed`);
const total = (ending) => tried.filter((one) => one.ending === ending).length;
console.log(
  `seed ${seed}: ${tried.length.toLocaleString('en')} mutants in ${seconds} s: ${total('noticed')} noticed, ${total('true_outcome')} with a true outcome, ${total('harmless')} harmless, ${total('survived')} survived, ${total('failed')} failed.`,
);
if (values.record) writeFileSync(join(root, 'docs', 'proof.md'), proofPage(tried, { seed, seconds, processes }));
process.exit(left.length > 0 || tried.length === 0 ? 1 : 0);
