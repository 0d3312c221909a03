import type { FileFormat } from '../../formats/opened-file.ts';
import type { FilesSection } from './configuration.ts';

/** The merchant's books: the section of each in the configuration, and the kind of its receipts. */
export const books = [
  { section: 'orders', kind: 'orders' },
  { section: 'bank', kind: 'bank_statement' },
  { section: 'callbacks', kind: 'callbacks' },
] as const;

export type Book = (typeof books)[number];

/** The formats in which the files of each kind are accepted. */
export const formatsOf: Readonly<Record<Book['kind'], readonly FileFormat[]>> = {
  orders: ['csv', 'xlsx', 'jsonl'],
  bank_statement: ['csv', 'xlsx', 'camt053', 'mt940', 'ofx'],
  callbacks: ['jsonl'],
};

/** The files, folders and patterns that the configuration gives for a book. */
export function entriesOf({ books: configured }: FilesSection, section: Book['section']): readonly string[] {
  const file = configured[section]?.file;
  if (file === undefined) return [];
  return typeof file === 'string' ? [file] : file;
}
