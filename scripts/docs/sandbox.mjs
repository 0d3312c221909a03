// Writes docs/sandbox.md: the conformance of the sandbox to both specifications, from the titles of the conformance tests, and its
// choices where they are unspecific, from the comments in the source.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

const SPECIFICATIONS = { 'payment-gateway.md': 'Payment gateway', 'payout-service.md': 'Payout service' };
const SECTIONS = [
  'What the service does',
  'Resources and their fields',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
];
const CHOICES = [
  ['Payment gateway', 'packages/sandbox/src/gateway/world.ts'],
  ['Purchases at the payment gateway', 'packages/sandbox/src/gateway/purchase/choices.ts'],
  ['Payout service', 'packages/sandbox/src/payout/choices.ts'],
];

function provenTitles() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const listed = spawnSync(process.execPath, [vitest, 'list', 'packages/sandbox/test/conformance', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`the conformance tests could not be listed: ${listed.stderr}`);
  // vitest lists files in no fixed order; sorting makes the page reproducible
  return JSON.parse(listed.stdout.slice(listed.stdout.indexOf('[')))
    .sort((left, right) => (left.file < right.file ? -1 : left.file > right.file ? 1 : 0))
    .map(({ name }) => name);
}

/** Titles are `<specification> › <section> [› <part>] > <rule or row>: <what is proven>`. */
function bySection(titles) {
  const sections = new Map();
  for (const title of titles) {
    const split = title.indexOf(' > ');
    const heading = title.slice(0, split);
    sections.set(heading, [...(sections.get(heading) ?? []), title.slice(split + 3)]);
  }
  const rank = (heading) => SECTIONS.indexOf(heading.split(' › ')[1] ?? '');
  return [...sections].sort(([left], [right]) => rank(left) - rank(right) || left.localeCompare(right, 'en'));
}

/** Name, default and meaning of each member of a `type …Choices`, from its comment. */
function choicesOf(path) {
  const source = readFileSync(join(root, path), 'utf8');
  const type = /export type \w+Choices = \{\n([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
  const defaults = /export const DEFAULT_\w+: \w+Choices = \{\n([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
  const rows = [];
  let meaning = '';
  for (const [, comment, name] of type.matchAll(/\/\*\* ([\s\S]*?) \*\/|^ {2}(\w+): /gm)) {
    if (comment !== undefined) {
      meaning = comment.replace(/\s*\n\s*\*\s*/g, ' ');
      continue;
    }
    const value = new RegExp(`^ {2}${name}: (.*?),$`, 'm').exec(defaults)?.[1] ?? '';
    rows.push(`| \`${name}\` | \`${value.replaceAll("'", '')}\` | ${meaning} |`);
    meaning = '';
  }
  return rows;
}

const titles = provenTitles();
const lines = [
  '# Sandbox: conformance and choices',
  '',
  '<!-- Written by `npm run docs` from the conformance tests and the choices in the source. Do not edit. -->',
  '',
  'The sandbox simulates the payment gateway and the payout service. Each rule, table row and limit of their specifications',
  'that it implements has a test with its name; this page lists them. Where the specifications are silent the sandbox has',
  'choices. Each is set when the sandbox is started: in a program by its options, on the command line with',
  '`tieout sandbox --choose name=value`. How to use the sandbox: [packages/sandbox/README.md](../packages/sandbox/README.md).',
];
for (const [file, name] of Object.entries(SPECIFICATIONS)) {
  const own = titles.filter((title) => title.startsWith(`${file} › `));
  if (own.length === 0) continue;
  lines.push('', `## ${name}: conformance`, '', `${own.length} statements of its specification.`);
  for (const [heading, proofs] of bySection(own)) {
    lines.push('', `### ${heading.split(' › ').slice(1).join(' › ')}`, '', ...proofs.map((proof) => `- ${proof}`));
  }
}
for (const [name, path] of CHOICES) {
  lines.push('', `## ${name}: choices`, '', '| choice | default | meaning |', '|---|---|---|', ...choicesOf(path));
}
writeFileSync(join(root, 'docs', 'sandbox.md'), `${lines.join('\n')}\n`);
