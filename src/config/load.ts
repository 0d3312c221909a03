import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { TieoutError } from '../errors/tieout-error.ts';
import { nearest } from './nearest.ts';
import { type Config, configSchema } from './schema.ts';

/** A configuration as it holds: the file's values with the defaults, and folders as absolute paths. */
export type LoadedConfig = Config & { path: string };

const secretFields = new Set(['secret_key', 'api_key', 'api_secret', 'smtp_url', 'secret']);

/**
 * Reads and checks the configuration file. Every error names the file, the line, the key and what is allowed
 * (CONFIG_NOT_FOUND, CONFIG_NOT_YAML, CONFIG_WRONG; exit status 2).
 */
export async function loadConfig(path: string): Promise<LoadedConfig> {
  const text = await readConfigFile(path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    throw new TieoutError({
      code: 'CONFIG_NOT_YAML',
      message: `The configuration is not YAML: ${syntax.message.split('\n')[0]}`,
      remedy: 'Correct the line; `tieout init --stdout` shows a whole example.',
      place: { file: path, line: lines.linePos(syntax.pos[0]).line },
      exitStatus: 2,
    });
  }
  const parsed = configSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue !== undefined) throw wrong(path, issue, document.contents, lines);
    throw parsed.error;
  }
  return { ...parsed.data, data_dir: resolve(dirname(path), parsed.data.data_dir), path: resolve(path) };
}

async function readConfigFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new TieoutError({
      code: 'CONFIG_NOT_FOUND',
      message: 'There is no configuration file here.',
      remedy: 'Write one with `tieout init`, or name yours with --config.',
      place: { file: path },
      exitStatus: 2,
      cause,
    });
  }
}

function keyText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

/** The line on which a key stands, or, for one that is missing, the line of what should hold it. */
function lineOf(root: Node | null, path: readonly PropertyKey[], lines: LineCounter): number | undefined {
  let node: unknown = root;
  let offset = root?.range?.[0];
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(item.key) === String(part));
      if (pair === undefined) break;
      const key: unknown = pair.key;
      if (typeof key === 'object' && key !== null && 'range' in key && Array.isArray(key.range))
        offset = Number(key.range[0]);
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
        offset = Number(node.range[0]);
    } else break;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** The keys that may stand at a place of the file, from the schema itself. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType | undefined = configSchema;
  const unwrapped = (of: z.core.$ZodType | undefined): z.core.$ZodType | undefined => {
    let inner = of;
    for (;;) {
      const definition = inner?._zod.def;
      if (definition !== undefined && 'innerType' in definition) inner = definition.innerType as z.core.$ZodType;
      else return inner;
    }
  };
  for (const part of path) {
    schema = unwrapped(schema);
    const definition = schema?._zod.def;
    if (definition === undefined) return [];
    if ('shape' in definition) schema = (definition.shape as Record<string, z.core.$ZodType>)[String(part)];
    else if ('element' in definition) schema = definition.element as z.core.$ZodType;
    else return [];
  }
  const definition = unwrapped(schema)?._zod.def;
  return definition !== undefined && 'shape' in definition ? Object.keys(definition.shape as object) : [];
}

function wrong(path: string, issue: z.core.$ZodIssue, root: Node | null, lines: LineCounter): TieoutError {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const place = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
  const known = unknownKey === undefined ? [] : knownKeys(issue.path);
  const near = unknownKey === undefined ? undefined : nearest(unknownKey, known);
  const last = String(place.at(-1) ?? '');
  const message =
    unknownKey !== undefined
      ? `"${unknownKey}" is not a key that may stand here${near === undefined ? '' : `; did you mean "${near}"?`}`
      : secretFields.has(last)
        ? `${last} must name where the secret is, {env: VARIABLE} or {file: path}, never the secret itself`
        : `${last} ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  const line = lineOf(root, place, lines);
  return new TieoutError({
    code: 'CONFIG_WRONG',
    message: message.endsWith('?') ? message : `${message}.`,
    remedy:
      known.length > 0
        ? `Allowed here: ${known.join(', ')}.`
        : 'Correct the key; `tieout init --stdout` shows a whole example with every key explained.',
    place: { file: path, ...(line === undefined ? {} : { line }), key: keyText(place) },
    exitStatus: 2,
  });
}
