// `npm run fuzz -- [--seconds N] [--seed S] [--file F] [--case C]`: mutates the good files of test/formats/corpus and loads
// each mutant. It is a finding when one crashes, is accepted with other facts than those of the mutated records, breaks a law of
// loading, takes longer than 20 s, or leaves something open.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
const text = { type: 'string' };
const { values } = parseArgs({
  options: { seconds: text, seed: text, file: text, case: text },
});
const number = (name, fallback) => {
  const given = values[name] ?? fallback;
  if (given !== undefined && !/^\d+$/.test(given)) throw new Error(`--${name} must be a whole number`);
  return given === undefined ? undefined : Number(given);
};
const seconds = number('seconds', '60');
const seed = number('seed', '1');
const only = number('case');

// a folder of its own, so that whatever a case leaves behind is noticed
const folder = mkdtempSync(join(tmpdir(), 'tieout-fuzz-'));
const keep = join(root, 'node_modules', '.cache', 'tieout-fuzz');
const result = join(folder, 'result.json');
mkdirSync(join(folder, 'tmp'));
const options = {
  seed,
  seconds,
  keep,
  result,
  ...(values.file && { file: values.file }),
  ...(only !== undefined && { only }),
};
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const child = spawnSync(process.execPath, [vitest, 'run', 'test/fuzz/fuzz.test.ts', '--reporter', 'dot'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
  env: { ...process.env, TIEOUT_FUZZ: JSON.stringify(options), TMPDIR: join(folder, 'tmp') },
});
if (!existsSync(result)) {
  process.stderr.write(`${child.stdout}${child.stderr}The fuzzer ended without a result.\n`);
  process.exit(1);
}
const found = JSON.parse(readFileSync(result, 'utf8'));
rmSync(folder, { recursive: true, force: true });
for (const { command, mutation, what, problem } of found.findings)
  console.log(`${mutation}: ${what}\n  ${problem.split('\n').slice(0, 6).join('\n  ')}\n  ${command}\n`);
console.log(
  `seed ${seed}: ${found.cases.toLocaleString('en')} mutants of ${found.files} files; ${found.loaded.toLocaleString('en')} accepted, ${found.refused.toLocaleString('en')} refused, ${found.findings.length} findings; slowest ${Math.round(found.slowestMs)} ms.`,
);
if (found.findings.length > 0) console.log(`The files are in ${keep}.`);
process.exit(found.findings.length > 0 ? 1 : 0);
