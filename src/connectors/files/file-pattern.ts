import { readdir, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { entriesIn } from '../../disk/files.ts';

/*
 *
 * `*` matches any text within a name, `?` any character of a name, and `**` any number of folders. Brackets and braces have no special
 * meaning. `**` does not enter folders behind symbolic links, so that loops cannot occur.
 */

export const hasWildcard = (path: string) => /[*?]/.test(path);

/** Whether `..` follows a wildcard, which would lead out of the folders that were found. */
export const leadsOut = (path: string) => hasWildcard((path.match(/^(.*)(?:^|[/\\])\.\.(?:[/\\]|$)/) ?? [])[1] ?? '');

function nameMatcher(segment: string): (name: string) => boolean {
  const source = segment
    .normalize('NFC')
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.');
  const pattern = new RegExp(`^${source}$`, 'su');
  return (name) => pattern.test(name.normalize('NFC'));
}

/** Whether a hidden name is excluded: it matches only a pattern that also starts with a dot. */
const isHidden = (name: string, segment: string) => name.startsWith('.') && !segment.startsWith('.');

async function isKind(path: string, kind: 'isFile' | 'isDirectory'): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.[kind]() ?? false;
}

async function* matchesBelow(folder: string, segments: readonly string[], relative: string): AsyncGenerator<string> {
  const [segment = '', ...rest] = segments;
  if (segment === '**') {
    yield* matchesBelow(folder, rest.length === 0 ? ['*'] : rest, relative);
    for (const entry of await entriesIn(folder)) {
      if (entry.isDirectory() && !entry.name.startsWith('.'))
        yield* matchesBelow(join(folder, entry.name), segments, `${relative}${entry.name}/`);
    }
    return;
  }
  const isMatch = nameMatcher(segment);
  for (const { name } of await entriesIn(folder)) {
    if (isHidden(name, segment) || !isMatch(name)) continue;
    const path = join(folder, name);
    if (rest.length > 0) {
      if (await isKind(path, 'isDirectory')) yield* matchesBelow(path, rest, `${relative}${name}/`);
    } else if (await isKind(path, 'isFile')) yield `${relative}${name}`;
  }
}

/** The files that an absolute pattern matches: the folder before its first wildcard, and their paths within it. */
export async function filesMatching(pattern: string): Promise<{ folder: string; names: string[] }> {
  const { root } = parse(pattern);
  const segments = pattern.slice(root.length).split(/[/\\]/).filter(Boolean);
  const first = segments.findIndex(hasWildcard);
  const folder = join(root, ...segments.slice(0, first));
  const names = new Set<string>();
  for await (const name of matchesBelow(folder, segments.slice(first), '')) names.add(name);
  return { folder, names: [...names] };
}

/** The files directly in a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of await readdir(folder, { withFileTypes: true })) {
    if (await isKind(join(folder, name), 'isFile')) names.push(name);
  }
  return names;
}
