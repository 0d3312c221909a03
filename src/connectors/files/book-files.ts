import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type FileFormat, formatOf, readHead } from 'tieout-files';
import type { Cadence } from '../../domain/receipt-kind.ts';
import type { FilesSection } from './configuration.ts';
import { filesIn, filesMatching, hasWildcard } from './file-pattern.ts';
import { kindOfList, listsOf } from './lists.ts';

/** A book of the merchant: its section of the configuration below `books`, the kind of its receipts, and its terms. */
export type Book = {
  section: string;
  kind: string;
  /** Its name in `tieout import`. */
  name: string;
  /** The files, folders and patterns that the configuration gives. */
  entries: readonly string[];
  formats: readonly FileFormat[];
  /** Whether a day needs it; the ledger is used where it is there. */
  isRequired: boolean;
  covers?: 'through_previous_day' | undefined;
  cadence: Cadence['cadence'];
  /** The currency of lines that name no currency, where the configuration gives it. */
  currency?: string | undefined;
};

/** The formats in which the files of each kind are accepted. */
export const formatsOf = {
  orders: ['csv', 'xlsx', 'jsonl'],
  bank_statement: ['csv', 'xlsx', 'camt053', 'mt940', 'ofx', 'pdf'],
  callbacks: ['jsonl'],
  ledger_balances: ['csv', 'xlsx'],
  list: ['csv', 'xlsx', 'jsonl', 'camt053', 'mt940', 'ofx', 'pdf'],
} as const satisfies Readonly<Record<string, readonly FileFormat[]>>;

type Section = {
  file?: string | string[] | undefined;
  covers?: Book['covers'];
  cadence?: Book['cadence'];
  currency?: string | undefined;
};

type Known = Pick<Book, 'section' | 'kind' | 'formats'> & Partial<Pick<Book, 'name' | 'isRequired'>>;

function bookOf({ name, isRequired = true, ...known }: Known, configured: Section | undefined): Book[] {
  if (configured === undefined) return [];
  const { file, covers, cadence = 'daily', currency } = configured;
  const entries = file === undefined ? [] : [file].flat();
  return [{ ...known, name: name ?? known.section, isRequired, entries, covers, cadence, currency }];
}

/** The books of a configuration: those that every day needs, among them the lists, and the ledger. */
export function booksOf({ books }: FilesSection): Book[] {
  const { orders, bank_statement, callbacks, ledger_balances, list: lists } = formatsOf;
  return [
    ...bookOf({ section: 'orders', kind: 'orders', formats: orders }, books.orders),
    ...bookOf({ section: 'bank', kind: 'bank_statement', formats: bank_statement }, books.bank),
    ...bookOf({ section: 'callbacks', kind: 'callbacks', formats: callbacks }, books.callbacks),
    ...listsOf(books).flatMap((list) => {
      const kind = kindOfList(list.name);
      return bookOf({ section: `lists.${list.name}`, kind, name: kind, formats: lists }, list);
    }),
    ...bookOf(
      { section: 'ledger', kind: 'ledger_balances', formats: ledger_balances, isRequired: false },
      books.ledger,
    ),
  ];
}

/** A file of a book, and its name for the comparison with earlier receipts. */
export type BookFile = { path: string; name: string };

export type FoundFiles = {
  /** In the order in which they are imported. */
  files: BookFile[];
  /** Files of a folder or pattern in a format that the book does not accept. */
  ignored: string[];
  /** Folders and patterns without any file. */
  empty: string[];
  /** Entries for a single file or folder that cannot be read. */
  unreadable: { entry: string; path: string; cause: unknown }[];
};

const mostNames = 12;

/** Names for people, shortened where there are many. */
export function listText(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return [...names.slice(0, mostNames), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Files that spreadsheets, browsers and transfers leave: locks, copies and partial files. */
const leftovers =
  /^([.~].*|desktop\.ini|thumbs\.db|.*~|.*\.(part|partial|crdownload|download|filepart|tmp|temp|bak|swp))$/i;

/** Whether a file is a temporary file of another program, by its name. */
export const isLeftover = (name: string): boolean => leftovers.test(name);

const extensions: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['csv', 'txt', 'tsv', 'tab'],
  xlsx: ['xlsx', 'xlsm'],
  jsonl: ['jsonl', 'ndjson', 'json'],
  camt053: ['xml', 'camt', 'camt053', 'c53'],
  mt940: ['sta', 'mt940', '940', 'mta', 'swi', 'txt'],
  ofx: ['ofx', 'qfx'],
  pdf: ['pdf'],
};

const endingOf = (name: string) => extname(name).slice(1).toLowerCase();
const stemOf = (name: string) => name.slice(0, name.length - extname(name).length).toLowerCase();

/** Whether a file of a folder or pattern belongs to the book: by its extension, or by content that only the accepted formats have. */
async function isMeant(path: string, accepted: readonly FileFormat[]): Promise<boolean> {
  if (accepted.some((format) => extensions[format].includes(endingOf(path)))) return true;
  const format = formatOf(await readHead(path));
  // any text may be CSV, and any archive a workbook
  return format !== 'csv' && format !== 'xlsx' && accepted.includes(format);
}

const { compare: inNaturalOrder } = new Intl.Collator('en', { numeric: true });
const byName = (a: string, b: string) => inNaturalOrder(a, b) || (a < b ? -1 : 1);

type Entry = Pick<FoundFiles, 'files' | 'ignored'>;

async function chosenFrom(folder: string, names: readonly string[], accepted: readonly FileFormat[]): Promise<Entry> {
  const entry: Entry = { files: [], ignored: [] };
  // a statement in two formats would be two statements, because their descriptions differ
  const endings = accepted.flatMap((format) => (format === 'pdf' ? [] : extensions[format]));
  const tables = new Set(names.filter((name) => endings.includes(endingOf(name))).map(stemOf));
  for (const name of names.toSorted(byName)) {
    if (isLeftover(basename(name))) continue;
    const path = join(folder, name);
    const isPrinted = endingOf(name) === 'pdf' && tables.has(stemOf(name));
    if (!isPrinted && (await isMeant(path, accepted))) entry.files.push({ path, name });
    else entry.ignored.push(name);
  }
  return entry;
}

async function filesOf(path: string, accepted: readonly FileFormat[]): Promise<Entry> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && hasWildcard(path)) return undefined;
    throw error;
  });
  if (found === undefined) {
    const { folder, names } = await filesMatching(path);
    return chosenFrom(folder, names, accepted);
  }
  if (found.isDirectory()) return chosenFrom(path, await filesIn(path), accepted);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  return { files: [{ path, name: basename(path) }], ignored: [] };
}

/** Two files of the same name are distinguished by the entry through which they were found. */
function withOwnNames(found: readonly { entry: string; file: BookFile }[]): BookFile[] {
  const seen = new Set<string>();
  const taken = new Set<string>();
  for (const { file } of found) (seen.has(file.name) ? taken : seen).add(file.name);
  return found.map(({ entry, file }) => (taken.has(file.name) ? { ...file, name: `${entry}: ${file.name}` } : file));
}

/**
 * Finds the files of a book. Each entry is a file, a folder (the files directly in it) or a pattern. The files are in the order of the
 * entries, and within a folder or pattern by name, with numbers in their natural order; each file is listed once.
 */
export async function findBookFiles(
  entries: readonly string[],
  resolvePath: (path: string) => string,
  accepted: readonly FileFormat[],
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], ignored: [], empty: [], unreadable: [] };
  const files: { entry: string; file: BookFile }[] = [];
  const paths = new Set<string>();
  for (const entry of entries) {
    const path = resolvePath(entry);
    try {
      const one = await filesOf(path, accepted);
      for (const file of one.files) {
        if (!paths.has(file.path)) files.push({ entry, file });
        paths.add(file.path);
      }
      found.ignored.push(...one.ignored.filter((name) => !found.ignored.includes(name)));
      if (one.files.length === 0) found.empty.push(entry);
    } catch (cause) {
      found.unreadable.push({ entry, path, cause });
    }
  }
  return { ...found, files: withOwnNames(files) };
}
