import type { TableHeader } from 'tieout-files';

/**
 * Sentences about headers that the configuration names for columns which the table keeps unread, where no file has any header of a key, or
 * reads the column as another. Several headers of a key are those of files with several layouts. further: the headers by key; section:
 * where the keys are.
 */
export function missingColumns(
  headers: readonly Pick<TableHeader, 'names' | 'others'>[],
  further: Readonly<Record<string, readonly string[]>>,
  section: string,
): string[] {
  const unread = new Set(headers.flatMap(({ others }) => others.map(({ name }) => name)));
  const read = new Map(headers.flatMap(({ names = new Map() }) => [...names].map(([column, name]) => [name, column])));
  return Object.entries(further).flatMap(([key, names]) => {
    const taken = names.filter((name) => !unread.has(name) && read.has(name));
    const isMissing = names.length > 0 && !names.some((name) => unread.has(name) || read.has(name));
    return [
      ...taken.map(
        (name) => `The column "${name}" (${section}.${key}) is read as ${read.get(name)}, so it has no other meaning.`,
      ),
      ...(isMissing
        ? [`There is no column ${names.map((name) => `"${name}"`).join(' or ')} (${section}.${key}).`]
        : []),
    ];
  });
}
