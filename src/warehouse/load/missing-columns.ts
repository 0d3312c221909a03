import type { TableHeader } from '../../formats/table/table-spec.ts';

/**
 * Sentences about headers that the configuration names for columns which the table keeps unread, and that no file has as such a column.
 * further: the headers by key; section: where the keys are.
 */
export function missingColumns(
  headers: readonly Pick<TableHeader, 'names' | 'others'>[],
  further: Readonly<Record<string, readonly string[]>>,
  section: string,
): string[] {
  const unread = new Set(headers.flatMap(({ others }) => others.map(({ name }) => name)));
  const read = new Map(headers.flatMap(({ names = new Map() }) => [...names].map(([column, name]) => [name, column])));
  return Object.entries(further).flatMap(([key, names]) =>
    names
      .filter((name) => !unread.has(name))
      .map((name) => {
        const column = read.get(name);
        return column === undefined
          ? `There is no column "${name}" (${section}.${key}).`
          : `The column "${name}" (${section}.${key}) is read as ${column}, so it has no other meaning.`;
      }),
  );
}
