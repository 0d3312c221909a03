import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Clock, systemClock } from '../domain/clock.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { keyText, lineOfKey, scalarsOf } from '../domain/yaml-places.ts';
import { type Environment, processEnvironment } from './environment.ts';
import { nearest } from './nearest.ts';
import { ownBanks, withOwnBanks } from './own-banks.ts';
import { type RenamedInFile, renameKeys } from './renamed-keys.ts';
import { type Config, configSchema } from './schema.ts';

/** An error in the file: its place, its message, and the allowed values. */
type ConfigProblem = { path: PropertyKey[]; message: string; allowed?: string };

function unwrapped(of: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = of;
  for (;;) {
    const definition = inner?._zod.def;
    if (definition !== undefined && 'innerType' in definition) inner = definition.innerType as z.core.$ZodType;
    else return inner;
  }
}

/** The keys that the schema allows at a place of the file. */
export function knownKeys(root: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType | undefined = root;
  for (const part of path) {
    const definition: z.core.$ZodTypeDef | undefined = unwrapped(schema)?._zod.def;
    if (definition === undefined) return [];
    if ('shape' in definition) schema = (definition.shape as Record<string, z.core.$ZodType>)[String(part)];
    else if ('element' in definition) schema = definition.element as z.core.$ZodType;
    else if ('valueType' in definition) schema = definition.valueType as z.core.$ZodType;
    else return [];
  }
  const definition = unwrapped(schema)?._zod.def;
  return definition !== undefined && 'shape' in definition ? Object.keys(definition.shape as object) : [];
}

function unknownKey(root: z.core.$ZodType, path: readonly PropertyKey[], key: string): ConfigProblem {
  const known = knownKeys(root, path);
  const near = nearest(key, known);
  const shown = key.length > 40 ? `${key.slice(0, 40)}…` : key;
  return {
    path: [...path, key],
    message: `"${shown}" is not a key here${near === undefined ? '.' : `; did you mean "${near}"?`}`,
    ...(known.length === 0 ? {} : { allowed: known.join(', ') }),
  };
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of keys',
  record: 'a group of keys',
  array: 'a list',
};

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      // zod reports an absent key as the wrong type of `undefined`
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'must not be empty'
        : `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a valid name';
    default:
      return issue.message.startsWith('Invalid') ? 'is not valid' : issue.message;
  }
}

/** The findings of the schema in words for people. A value is never repeated, because it may be a secret. */
function problemsOf(root: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]): ConfigProblem[] {
  return issues.flatMap((issue): ConfigProblem[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(root, issue.path, key));
    const name = issue.path.length === 0 ? 'The file' : keyText(issue.path.slice(-1)) || 'This entry';
    const subject = typeof issue.path.at(-1) === 'number' ? keyText(issue.path.slice(-2)) : name;
    const known = issue.code === 'invalid_type' && issue.expected === 'object' ? knownKeys(root, issue.path) : [];
    return [
      {
        path: [...issue.path],
        message: `${subject} ${reasonOf(issue)}.`,
        ...(known.length === 0 ? {} : { allowed: known.join(', ') }),
      },
    ];
  });
}

const secretKeys = new Set(['secret_key', 'api_key', 'api_secret', 'smtp_url', 'secret', 'pdf_password', 'ping_url']);
const keysOfNames = new Set(['name', 'data_dir', 'zone', 'timezone', 'memory_limit']);

const marks = [
  /-----BEGIN [A-Z ]+-----/,
  /^(sk|pk|rk|whsec|xox[a-z]|ghp|key|token)[-_][\w-]{8,}$/i,
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /^bearer\s/i,
  /^[0-9a-f]{32,}$/i,
];

/** The entropy of a text in bits a letter: random keys have 4 or more, words less. */
function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

function looksRandom(text: string): boolean {
  return /^[\w+=-]{24,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && bitsPerLetter(text) >= 3.6;
}

function hasCredentials(text: string): boolean {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, searchParams } = new URL(text);
  return (
    username !== '' || password !== '' || [...searchParams.keys()].some((name) => /token|key|secret|sig/i.test(name))
  );
}

/**
 * Whether a value of the configuration file is a secret itself instead of the name of a variable or file: by its key,
 * by known prefixes, or because it is long and random.
 */
function isSecretLiteral(path: readonly (string | number)[], value: unknown): boolean {
  const key = path.at(-1);
  if (typeof key === 'string' && secretKeys.has(key) && value !== null) return true;
  if (typeof value !== 'string' || (typeof key === 'string' && keysOfNames.has(key))) return false;
  return marks.some((mark) => mark.test(value.trim())) || looksRandom(value.trim()) || hasCredentials(value.trim());
}

/** The effective configuration: the values of the file and the defaults, with absolute folders. */
export type LoadedConfig = Config & {
  path: string;
  /** The folder of the user's own reconciliations, passes, views, reports and corruptions: that of the configuration file. */
  ownFolder: string;
  /** Problems that do not stop a command, such as a world-readable secret file or a former key. */
  warnings: string[];
  /** The variables for the secrets in the file and for the addresses of proxies. */
  environment: Environment;
  /** The clock for all work with this configuration. */
  clock: Clock;
};

/** The environment for loading a configuration; by default that of this process. */
export type LoadingTerms = { cwd?: string; environment?: Environment; clock?: Clock };

const wholeExample = 'Correct it; `tieout init --stdout` shows an example that explains every key.';

/**
 * Reads and checks the configuration file. Every error gives the file, the line, the key and the allowed values (CONFIG_NOT_FOUND,
 * CONFIG_NOT_YAML, CONFIG_HOLDS_SECRET, CONFIG_WRONG; exit status 2). Secrets are not read here.
 */
export async function loadConfig(path: string, terms: LoadingTerms = {}): Promise<LoadedConfig> {
  const { cwd = '.', environment = processEnvironment(), clock = systemClock } = terms;
  const file = resolve(cwd, path);
  const text = await readConfigFile(path, file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    throw new TieoutError({
      code: 'CONFIG_NOT_YAML',
      message: `The configuration is not YAML: ${(syntax.message.split('\n')[0] ?? '').replace(/ at line .*$/, '')}.`,
      remedy: wholeExample,
      place: { file: path, line: lines.linePos(syntax.pos[0]).line },
      exitStatus: 2,
    });
  }
  refuseSecrets(path, document.contents, lines);
  const renamed = renameKeys(document.contents);
  const doubles = renamed.filter(({ isDouble }) => isDouble).map(bothNames);
  if (doubles.length > 0) throw wrong(path, doubles, document.contents, lines);
  const parsed = configSchema.safeParse(document.toJS() ?? {});
  if (!parsed.success) throw wrong(path, problemsOf(configSchema, parsed.error.issues), document.contents, lines);
  const folder = dirname(file);
  const banks = await ownBanks(folder);
  return {
    ...parsed.data,
    companies: parsed.data.companies.map((company) => withOwnBanks(company, banks)),
    data_dir: resolve(folder, parsed.data.data_dir),
    lake: parsed.data.lake && { ...parsed.data.lake, folder: resolve(folder, parsed.data.lake.folder) },
    monitoring: absoluteMetrics(parsed.data.monitoring, folder),
    ownFolder: folder,
    path: file,
    warnings: [
      ...renamed.map((key) => renamedWarning(path, key, lineOfKey(document.contents, key.path, lines))),
      ...(await fileModeWarnings(secretFiles(document.contents, lines), folder)),
      ...(await writableWarnings([file, folder, resolve(folder, parsed.data.data_dir)])),
    ],
    environment,
    clock,
  };
}

function bothNames({ path, from, to }: RenamedInFile): ConfigProblem {
  return { path, message: `${from} is the old name of ${to}, which is set too; remove one of them.` };
}

function renamedWarning(file: string, { from, to }: RenamedInFile, line: number): string {
  return `${file}:${line}: ${from} is now called ${to}. The old name works in this version only; rename the key.`;
}

function absoluteMetrics(monitoring: Config['monitoring'], base: string): Config['monitoring'] {
  return monitoring.metrics === undefined ? monitoring : { ...monitoring, metrics: resolve(base, monitoring.metrics) };
}

/** The text of the file; errors name its path as the user gave it. */
async function readConfigFile(named: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new TieoutError({
      code: isAbsent ? 'CONFIG_NOT_FOUND' : 'CONFIG_UNREADABLE',
      message: isAbsent ? 'There is no configuration file.' : 'The configuration file cannot be read.',
      remedy: isAbsent
        ? 'Create one with `tieout init`, or name yours with --config.'
        : 'Check that it is a file and that this user may read it.',
      place: { file: named },
      exitStatus: 2,
      cause,
    });
  }
}

function refuseSecrets(path: string, root: Node | null, lines: LineCounter): void {
  const found = scalarsOf(root, lines).find(({ path: keys, value }) => isSecretLiteral(keys, value));
  if (found === undefined) return;
  throw new TieoutError({
    code: 'CONFIG_HOLDS_SECRET',
    message: `${String(found.path.at(-1) ?? 'A value')} looks like a secret. Secrets are never stored in the configuration file.`,
    remedy:
      'Store it in an environment variable or in a file with mode 0600, and write {env: VARIABLE} or {file: path} here. ' +
      'If this file was shared, have the secret replaced.',
    place: { file: path, ...(found.line === undefined ? {} : { line: found.line }), key: keyText(found.path) },
    exitStatus: 2,
  });
}

function wrong(path: string, problems: ConfigProblem[], root: Node | null, lines: LineCounter): TieoutError {
  const placed = problems
    .map((problem) => ({ ...problem, line: lineOfKey(root, problem.path, lines), key: keyText(problem.path) }))
    .sort((a, b) => a.line - b.line);
  const [first] = placed;
  const place = {
    file: path,
    ...(first?.line === undefined ? {} : { line: first.line }),
    ...(first === undefined || first.key === '' ? {} : { key: first.key }),
  };
  if (first !== undefined && placed.length === 1) {
    const remedy = first.allowed === undefined ? wholeExample : `Allowed here: ${first.allowed}.`;
    return new TieoutError({ code: 'CONFIG_WRONG', message: first.message, remedy, place, exitStatus: 2 });
  }
  const list = placed.map(
    ({ line, key, message, allowed }) =>
      `\n  line ${line}, ${key}: ${message}${allowed === undefined ? '' : ` Allowed here: ${allowed}.`}`,
  );
  return new TieoutError({
    code: 'CONFIG_WRONG',
    message: `The configuration has ${placed.length} errors:${list.join('')}`,
    remedy: wholeExample.replace('it;', 'them;'),
    place: { file: path, ...(first?.line === undefined ? {} : { line: first.line }) },
    exitStatus: 2,
  });
}

/** The files with secrets: the value of each `file` key, except those of the merchant's own records. */
function secretFiles(root: Node | null, lines: LineCounter): string[] {
  return scalarsOf(root, lines).flatMap(({ path, value }) =>
    path.at(-1) === 'file' && (!path.includes('books') || path.includes('pdf_password')) && typeof value === 'string'
      ? [value]
      : [],
  );
}

/** Users who may write the configuration or the data can make up results. The first group of this user counts as this user. */
async function writableWarnings(paths: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const warnings: string[] = [];
  for (const path of new Set(paths)) {
    // what is not there cannot be written
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    const isOfOthers = (found.mode & 0o002) !== 0;
    const isOfGroup = (found.mode & 0o020) !== 0 && found.gid !== process.getgid?.();
    if (!isOfOthers && !isOfGroup) continue;
    const who = isOfOthers ? 'Every user of this machine' : 'Its group';
    const mode = (found.mode & 0o777).toString(8);
    warnings.push(
      `${who} can write ${path} (mode ${mode}), and so change what is reported. Keep it where only this user can write (chmod go-w, or another folder).`,
    );
  }
  return warnings;
}

async function fileModeWarnings(files: string[], folder: string): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const warnings: string[] = [];
  for (const file of new Set(files)) {
    const path = isAbsolute(file) ? file : resolve(folder, file);
    const mode = await stat(path).then(
      (found) => found.mode & 0o777,
      () => 0,
    );
    // a missing file is an error when the secret is used
    if ((mode & 0o004) !== 0) {
      warnings.push(
        `Every user of this machine can read the secret in ${file} (mode ${mode.toString(8)}): chmod 600 ${file}`,
      );
    }
  }
  return warnings;
}
