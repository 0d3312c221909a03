import type { FileFormat } from '../../formats/opened-file.ts';
import type { FilesSection } from './configuration.ts';
import { connector } from './manifest.ts';

/** The merchant's books: the section of each in the configuration, and the kind of its receipts. */
export const books = [
  { section: 'orders', kind: 'orders' },
  { section: 'bank', kind: 'bank_statement' },
  { section: 'callbacks', kind: 'callbacks' },
] as const;

export type Book = (typeof books)[number];

/** The files, folders and patterns that the configuration gives for a book. */
export function entriesOf({ books: configured }: FilesSection, section: Book['section']): readonly string[] {
  const file = configured[section]?.file;
  if (file === undefined) return [];
  return typeof file === 'string' ? [file] : file;
}

/** The formats in which files of a kind are accepted. */
export function formatsOf(kind: Book['kind']): readonly FileFormat[] {
  const load = connector.kinds[kind]?.load;
  return load?.format === 'table' || load?.format === 'records' ? load.formats : [];
}
