// docs/reconciliations.md, from the heads of the files in sql/reconcile. With --check it only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from '../prepare.mjs';

ensureBuilt();
const { reconciliations } = await import('../../dist/reconcile/definitions.js');
const { readPassMeaning } = await import('../../dist/reconcile/matching/pass-meaning.js');

const all = await reconciliations();
const passes = await readPassMeaning();
const without = all.filter(({ reasons }) => reasons.length === 0).map(({ name }) => name);
if (without.length > 0) {
  console.error(`without a reason at the head of its file in sql/reconcile: ${without.join(', ')}`);
  process.exit(1);
}
const used = passes.filter(({ name }) => all.some((one) => one.passes.some(({ pass }) => pass === name)));
const text = [
  '# Reconciliations',
  '',
  'What is compared with what, what each outcome means, and what to do about it. Made by `npm run docs` from the heads of the files in',
  '`sql/reconcile`; each file runs as it is in the DuckDB shell. A **control** holds two totals against each other as a bridge of signed lines, the',
  'unexplained residual last: as long as it is not zero the day is `incomplete`. A **match** holds records against records.',
  ...all.flatMap((one) => [
    '',
    `## ${one.title}`,
    '',
    `\`${one.name}\`, a ${one.kind}. ${one.meaning}`,
    '',
    '| | |',
    '|---|---|',
    `| left | ${one.left} |`,
    `| right | ${one.right} |`,
    `| one row is | ${one.grain} |`,
    `| what to do in general | ${one.action} |`,
    ...(one.passes.length === 0
      ? []
      : [`| matched in passes, the strictest first | ${one.passes.map(({ pass }) => `\`${pass}\``).join(', ')} |`]),
    '',
    '| reason | outcome | what it means | what to do |',
    '|---|---|---|---|',
    ...one.reasons.map(({ code, outcome, meaning, action }) => `| \`${code}\` | ${outcome} | ${meaning} | ${action} |`),
  ]),
  ...(used.length === 0
    ? []
    : [
        '',
        '## The passes',
        '',
        'A record is in at most one match. What could have gone another way is `suggested` with its runners-up, and waits for a person.',
        '',
        '| pass | what it takes |',
        '|---|---|',
        ...used.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`),
      ]),
  '',
].join('\n');
const path = join(root, 'docs', 'reconciliations.md');
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') === text) process.exit(0);
  console.error('docs/reconciliations.md is not up to date: run npm run docs');
  process.exit(1);
}
writeFileSync(path, text);
