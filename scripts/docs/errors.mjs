// Writes docs/errors.md: every error of test/errors/fixtures with its smallest example and the text that
// the user sees. The tests check the same texts, so this page is always current.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../prepare.mjs';

const folder = join(root, 'test', 'errors', 'fixtures');
const shownFiles = ['tieout.yaml', 'statement.csv', 'key'];
const ownFolders = ['reconciliations', 'passes', 'views', 'reports', 'selftest'];

/** The user's own files of a case: what is wrong is in one of them. */
function ownFiles(name) {
  return ownFolders.flatMap((own) => {
    const path = join(folder, name, own);
    return existsSync(path) && statSync(path).isDirectory() ? readdirSync(path).map((file) => `${own}/${file}`) : [];
  });
}

const GROUPS = [
  ['The configuration', /^(CONFIG|SECRET)_/],
  ['The command line', /^(COMPANY|DATE|PERIOD|MONTH|NOTHING|IMPORT|SQL)_/],
  ['Your own files', /^(OWN|RECONCILIATION|REPORT|MATCHING)_/],
  ['Statements', /^STATEMENT_/],
  ['The services', /^(GATEWAY|PAYOUT|ANSWER|REDIRECT|CLOCK|HOST|TLS|DOWNLOAD|URL)_/],
  ['Decisions', /^(APPROV|AUTHOR|BREAK|DECISION|EVIDENCE|EXPIRED|MATCH_|NOTE|OPTION|SAME|SPLIT|WORKBOOK)/],
  ['The data directory', /./],
];

/** The code of an error or of a rejected request. */
function codeIn(expected) {
  const [, error, rejected] = /^error ([A-Z_]+):|^rejected .*\(([A-Z_]+)\)$/m.exec(expected) ?? [];
  return error ?? rejected ?? '';
}

function read(name, file) {
  return readFileSync(join(folder, name, file), 'utf8');
}

const cases = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'case.yaml')))
  .sort()
  .map((name) => {
    const expected = read(name, 'expected.txt');
    return { name, ...parse(read(name, 'case.yaml')), expected, code: codeIn(expected) };
  })
  .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.name < b.name ? -1 : 1));

function shell(args) {
  return ['tieout', ...args].map((word) => (/^([\w./:=-]+|<\w+>)$/.test(word) ? word : `'${word}'`)).join(' ');
}

function block(language, text) {
  return [`\`\`\`${language}`, text.trimEnd(), '```', ''];
}

function section({ title, code, args, values, name, expected }) {
  const status = /exit status (\d)/.exec(expected)?.[1];
  const lines = [`### ${code}: ${title}`, ''];
  const files = [...shownFiles.filter((each) => existsSync(join(folder, name, each))), ...ownFiles(name)];
  for (const file of files) {
    // only where the file is the cause: the other cases share one plain configuration
    if (file === 'tieout.yaml' && !/^(CONFIG|SECRET)_/.test(code)) continue;
    const text = read(name, file).replaceAll('{{server}}', 'https://gateway.example');
    lines.push(`\`${file}\`:`, '', ...block(/\.(yaml|sql)$/.exec(file)?.[1] ?? 'text', text));
  }
  const shown = args.map((arg) => arg.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => (values?.[key] ? `<${key}>` : '')));
  const text = expected.replaceAll('<server>', 'https://gateway.example').replace(/exit status \d\s*$/, '');
  lines.push(...block('text', `$ ${shell(shown)}\n${text}`), `Exit status ${status}.`, '');
  return lines;
}

const grouped = new Map(GROUPS.map(([title]) => [title, []]));
for (const each of cases) grouped.get(GROUPS.find(([, pattern]) => pattern.test(each.code))[0]).push(each);

const page = [
  '# Errors',
  '',
  '<!-- Written by `npm run docs` from test/errors/fixtures; change it there. -->',
  '',
  'Every error has a stable code and says what happened, where, and what to do next. Exit status: 1 the run failed,',
  '2 wrong usage (also of the configuration), 4 an input is missing or was rejected.',
  '',
];
for (const [title, members] of grouped) {
  if (members.length === 0) continue;
  page.push(`## ${title}`, '', ...members.flatMap(section));
}
const elsewhere = parse(readFileSync(join(root, 'test', 'errors', 'elsewhere.yaml'), 'utf8'));
page.push(
  '## Other errors',
  '',
  'These errors need more than the files of one folder.',
  '',
  '| code | when |',
  '|---|---|',
);
page.push(...Object.entries(elsewhere).map(([code, { when }]) => `| ${code} | ${when} |`), '');
writeFileSync(join(process.argv[2] ?? join(root, 'docs'), 'errors.md'), `${page.join('\n').trimEnd()}\n`);
