// Writes docs/corpus.md: every file of test/formats/corpus with what is odd about it and what becomes of it. The test of
// the corpus reads the same expectations, so this page is always current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { parse } from 'yaml';
import { root } from '../prepare.mjs';

const folder = join(root, 'test', 'formats', 'corpus');

const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.split(sep).join('/').slice(0, -'.yaml'.length))
  .sort()
  .map((name) => ({ name, ...parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) }));

/** What becomes of a file, in the words of the tables. */
function resultOf({ outcome, rejected = {} }) {
  if (outcome === 'refused') return 'refused';
  return Object.keys(rejected).length === 0 ? 'loaded' : 'loaded, rows rejected';
}

/** The code of a refusal, or those of the rejected rows. */
function codesOf({ code, rejected = {} }) {
  return code ?? [...new Set(Object.values(rejected))].sort().join(', ');
}

const results = ['loaded', 'loaded, rows rejected', 'refused'];
const numbered = (of) => results.map((result) => of.filter((each) => resultOf(each) === result).length);
const cell = (text) => String(text).trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (header, rows) => [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line), ''];

const areas = [...new Set(cases.map(({ name }) => dirname(name)))].sort();
const inArea = (area) => cases.filter(({ name }) => dirname(name) === area);

const page = [
  '# Corpus of files',
  '',
  '<!-- Written by `npm run docs` from test/formats/corpus; change it there. -->',
  '',
  'Good and broken files as gateways, shops and banks export them, with what tieout does with each. `test/formats/whole-corpus.test.ts`',
  'loads every file and compares lines, rejected rows and totals with an expectation that was computed by hand. A refused file',
  'leaves nothing in the warehouse but its receipt with the reason.',
  '',
  ...table(
    ['area', ...results, 'files'],
    [
      ...areas.map((area) => [area, ...numbered(inArea(area)), inArea(area).length]),
      ['all', ...numbered(cases), cases.length],
    ],
  ),
];
for (const area of areas) {
  const rows = inArea(area).map((each) => [
    `\`${basename(each.name)}\``,
    each.as,
    each.why,
    resultOf(each),
    codesOf(each),
  ]);
  page.push(`## ${area}`, '', ...table(['file', 'as', 'what is odd', 'outcome', 'code'], rows));
}
writeFileSync(join(process.argv[2] ?? join(root, 'docs'), 'corpus.md'), `${page.join('\n').trimEnd()}\n`);
