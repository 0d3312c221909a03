import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { LineCounter, type Node, parseDocument } from 'yaml';
import { TieoutError } from '../domain/tieout-error.ts';
import { keyText, lineOfKey, scalarsOf } from './document.ts';
import { type ConfigProblem, problemsOf } from './problem.ts';
import { renameReconciliations } from './renamed-reconciliations.ts';
import { type Config, configSchema } from './schema.ts';
import { isSecretLiteral } from './secret-literal.ts';

/** A configuration as it holds: the file's values with the defaults, and folders as absolute paths. */
export type LoadedConfig = Config & {
  path: string;
  /** For a person to read: a secret's file that others can read, a key that has a new name. */
  warnings: string[];
};

const wholeExample = 'Correct it; `tieout init --stdout` shows a whole example with every key explained.';

/**
 * Reads and checks the configuration file. Every error names the file, the line, the key and what is allowed
 * (CONFIG_NOT_FOUND, CONFIG_NOT_YAML, CONFIG_HOLDS_SECRET, CONFIG_WRONG; exit status 2). Secrets are not read here.
 */
export async function loadConfig(path: string): Promise<LoadedConfig> {
  const text = await readConfigFile(path);
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
  const parsed = configSchema.safeParse(document.toJS() ?? {});
  if (!parsed.success) throw wrong(path, problemsOf(configSchema, parsed.error.issues), document.contents, lines);
  const folder = dirname(resolve(path));
  const { passes, warnings: renamed } = renameReconciliations(parsed.data.matching.passes);
  return {
    ...parsed.data,
    data_dir: resolve(folder, parsed.data.data_dir),
    matching: ownFolder({ ...parsed.data.matching, passes }, folder),
    path: resolve(path),
    warnings: [...renamed, ...(await fileModeWarnings(secretFiles(document.contents, lines), folder))],
  };
}

function ownFolder(matching: Config['matching'], base: string): Config['matching'] {
  return matching.folder === undefined ? matching : { ...matching, folder: resolve(base, matching.folder) };
}

async function readConfigFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new TieoutError({
      code: isAbsent ? 'CONFIG_NOT_FOUND' : 'CONFIG_UNREADABLE',
      message: isAbsent ? 'There is no configuration file here.' : 'The configuration file cannot be read.',
      remedy: isAbsent
        ? 'Write one with `tieout init`, or name yours with --config.'
        : 'Check that it is a file and that this user may read it.',
      place: { file: path },
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
    message: `${String(found.path.at(-1) ?? 'A value')} looks like a secret, and the configuration file never holds one.`,
    remedy:
      'Put it into an environment variable or a file of mode 0600 and write {env: VARIABLE} or {file: path} here; ' +
      'if this file was shared, have the secret replaced.',
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
    message: `${placed.length} things in the configuration are wrong:${list.join('')}`,
    remedy: wholeExample.replace('it;', 'them;'),
    place: { file: path, ...(first?.line === undefined ? {} : { line: first.line }) },
    exitStatus: 2,
  });
}

/** The files that hold secrets, as the configuration names them: the value of each `file` key. */
function secretFiles(root: Node | null, lines: LineCounter): string[] {
  return scalarsOf(root, lines).flatMap(({ path, value }) =>
    path.at(-1) === 'file' && typeof value === 'string' ? [value] : [],
  );
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
    // one that is not there is an error when it is used, and said then
    if ((mode & 0o004) !== 0) {
      warnings.push(
        `Every user of this machine can read the secret in ${file} (mode ${mode.toString(8)}): chmod 600 ${file}`,
      );
    }
  }
  return warnings;
}
