// `npm run fuzz -- [--seconds N] [--seed S] [--file F] [--case C] [--record]`: mutates the good files of test/formats/corpus and loads
// each mutant. It is a finding when one crashes, is accepted with other facts than those of the mutated records, breaks a law of
// loading, takes longer than 20 s, or leaves something open. `--record` writes the result to docs/fuzzing.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
const text = { type: 'string' };
const { values } = parseArgs({
  options: { seconds: text, seed: text, file: text, case: text, record: { type: 'boolean' } },
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
const refused = Object.values(found.refused).reduce((sum, count) => sum + count, 0);
for (const { command, mutation, what, problem } of found.findings)
  console.log(`${mutation}: ${what}\n  ${problem.split('\n').slice(0, 6).join('\n  ')}\n  ${command}\n`);
console.log(
  `seed ${seed}: ${found.cases.toLocaleString('en')} mutants of ${found.files} files; ${found.loaded.toLocaleString('en')} accepted, ${refused.toLocaleString('en')} refused, ${found.findings.length} findings; slowest ${Math.round(found.slowestMs)} ms.`,
);
if (values.record) writeFileSync(join(root, 'docs', 'fuzzing.md'), page(found));
if (found.findings.length > 0) console.log(`The files are in ${keep}.`);
process.exit(found.findings.length > 0 ? 1 : 0);

function page({ cases, files, loaded, byMutation, refused: codes, findings, slowestMs }) {
  const rows = (counts) =>
    Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `| \`${name}\` | ${count.toLocaleString('en')} |`)
      .join('\n');
  return `# Fuzzing

<!-- Written by \`npm run fuzz -- --record\`. -->

\`npm run fuzz\` changes the good files of \`test/formats/corpus\` at random and loads each of them. A finding is a crash, an accepted file whose facts
differ beyond the records that were changed, a row that is neither loaded nor rejected, stated balances that the lines do not add up to, something left
open, or more than 20 s. \`test/fuzz\` states for each mutation what it may change. A finding is repeated with the command that it prints.

The last recorded run, with seed ${seed}: ${cases.toLocaleString('en')} mutants of ${files} files, ${loaded.toLocaleString('en')} accepted,
${(cases - loaded).toLocaleString('en')} refused, **${findings.length} findings**; the slowest took ${Math.round(slowestMs).toLocaleString('en')} ms.

| refused with | mutants |
|---|---|
${rows(codes)}

| mutation | mutants |
|---|---|
${rows(byMutation)}
`;
}
