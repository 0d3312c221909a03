import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';
import { pageOf } from './schemas.ts';

/** One page that was read: the identifiers of its records, newest first, and the count of the whole list. */
type ReadPage = { page: number; ids: readonly number[]; total: number };

type PageCoverage = {
  /**
   * Adds a page that was read. Returns the number of pages to go back where records between this page and earlier ones may have been
   * skipped; otherwise 0.
   */
  add(read: ReadPage): number;
  /** Whether the pages were sorted, so that their evidence of skipped records can be trusted. */
  isSorted(): boolean;
};

type Span = { newest: number; oldest: number };

const isDescending = (ids: readonly number[]) => ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? 0));

/**
 * Tracks the records of a list that have been read while the list changes. The newest record comes first. A new record moves the others
 * towards later pages, where some are read twice; a removed record moves them towards earlier pages, where some are skipped. A page has
 * every record between its newest and its oldest, so nothing is skipped between two pages that overlap. Where two pages do not overlap,
 * nothing was skipped if the list has not become shorter meanwhile.
 */
function openPageCoverage(): PageCoverage {
  /** Every record with this id or a greater one that existed during the whole reading has been read. */
  let oldest = Number.POSITIVE_INFINITY;
  /** The latest page, where it continued the pages before it. */
  let continued: number | undefined;
  let total = 0;
  let pageSize = 1;
  let sorted = true;
  /** Pages behind records that may have been skipped. */
  let apart: Span[] = [];

  function absorb(): void {
    for (;;) {
      const joined = apart.filter(({ newest }) => newest >= oldest);
      if (joined.length === 0) return;
      oldest = Math.min(oldest, ...joined.map((span) => span.oldest));
      apart = apart.filter((span) => !joined.includes(span));
    }
  }

  return {
    isSorted: () => sorted,
    add: (read) => {
      const [newest, last] = [read.ids[0], read.ids.at(-1)];
      const lost = Math.max(0, total - read.total);
      const isNext = continued === read.page - 1 && lost === 0;
      sorted &&= isDescending(read.ids);
      total = read.total;
      pageSize = Math.max(pageSize, read.ids.length);
      if (newest === undefined || last === undefined) {
        if (read.page === 1 || isNext) return 0;
      } else {
        if (read.page === 1 || newest >= oldest || isNext || !sorted) {
          oldest = Math.min(oldest, last);
          continued = read.page;
          absorb();
          return 0;
        }
        apart.push({ newest, oldest: last });
      }
      continued = undefined;
      return Math.max(1, Math.ceil(lost / pageSize));
    },
  };
}

export type PayoutList = 'accounts' | 'send_limits' | 'send_instructions' | 'bank_accounts';
type ListPage = {
  page: number;
  isLast: boolean;
  body: Buffer;
  path: string;
  query: string;
  ids: number[];
  records: unknown[];
};

const identified = z.looseObject({ id: z.int() });
const page = pageOf(identified);
const plainList = z.array(identified);
const pageSize = 100;
const mostPages = 100_000;
const mostPasses = 5;
const mostAddedPages = 100;

export const listPath = (list: PayoutList) => `/send/${list}`;
export const pageQuery = (no: number) => new URLSearchParams({ page: String(no), limit: String(pageSize) });

async function readPage(access: PayoutAccess, list: PayoutList, no: number): Promise<Read> {
  const path = listPath(list);
  const answer = await readPayout(access, path, pageQuery(no), { page: no });
  const { json, body, query } = answer;
  // by the specification bank accounts are a plain list, and other records are in an envelope
  if (Array.isArray(json)) {
    const records = recordOf(plainList, json, `list of ${list}`, answer);
    const ids = records.map(({ id }) => id);
    return { page: no, isLast: true, body, path, query, ids, records, total: new Set(ids).size };
  }
  const { results, meta } = recordOf(page, json, `page of ${list}`, answer);
  return {
    page: no,
    isLast: meta.pagination.next_page === null || results.length === 0,
    body,
    path,
    query,
    ids: results.map(({ id }) => id),
    records: results,
    total: meta.pagination.total_count,
  };
}

type Read = ListPage & { total: number };

type Pass = {
  pages: Read[];
  /** Whether no record between two pages was skipped, and the end was reached. */
  isContinuous: boolean;
  seen: Set<number>;
};

/** The limit of pages in a pass, for a list that changes all the time. */
const mostReads = ({ total, ids }: Read) => 20 + 4 * Math.ceil(total / Math.max(1, ids.length));

/** Reads from the newest record to the oldest, and goes back where records may have been skipped. */
async function readPass(access: PayoutAccess, list: PayoutList, onPage: () => void): Promise<Pass> {
  const pages: Read[] = [];
  const seen = new Set<number>();
  const coverage = openPageCoverage();
  let limit = mostPages;
  for (let no = 1; pages.length < limit; ) {
    const read = await readPage(access, list, no);
    if (no === 1) limit = Math.min(mostPages, mostReads(read));
    for (const id of read.ids) seen.add(id);
    pages.push(read);
    onPage();
    const back = coverage.add(read);
    if (back === 0 && read.isLast) return { pages, seen, isContinuous: coverage.isSorted() };
    no = back === 0 ? no + 1 : Math.max(1, no - back);
  }
  return { pages, seen, isContinuous: false };
}

/** Whether nothing changed during the reading: the count is the same, and as many records were read. */
function isQuiet({ pages, seen }: Pass): boolean {
  return pages.every(({ total }) => total === pages[0]?.total) && pages[0]?.total === seen.size;
}

/**
 * Reads the records that were added during a continuous pass, and proves that the pass has every record: with the new ones, at least as
 * many as the list has when this begins. A service that repeats a page has fewer. Returns the new pages, or undefined where this is not
 * proven.
 */
async function readAdded(access: PayoutAccess, list: PayoutList, { seen }: Pass): Promise<Read[] | undefined> {
  const all = new Set(seen);
  const added: Read[] = [];
  for (let no = 1; no <= mostAddedPages; no += 1) {
    const read = await readPage(access, list, no);
    const isNew = read.ids.every((id) => !seen.has(id));
    for (const id of read.ids) all.add(id);
    added.push(read);
    if (read.isLast || !isNew) return all.size >= (added[0]?.total ?? 0) ? added : undefined;
  }
  return undefined;
}

/** The pages of one reading, numbered as they were read: the same page may have been read twice. */
function numbered(pages: readonly Read[]): ListPage[] {
  return pages.map(({ total: _, ...one }, at) => ({ ...one, page: at + 1, isLast: at === pages.length - 1 }));
}

/**
 * Reads a whole list, page by page. Every record that exists from the beginning to the end of the reading is included, whatever is
 * added, changed and removed meanwhile. Where that cannot be proven, the list is read again; after the last attempt PAYOUT_LIST_UNSTABLE
 * is thrown.
 */
export async function readList(
  access: PayoutAccess,
  list: PayoutList,
  onPage: () => void = () => {},
): Promise<ListPage[]> {
  for (let passes = 1; passes <= mostPasses; passes += 1) {
    const pass = await readPass(access, list, onPage);
    if (isQuiet(pass)) return numbered(pass.pages);
    const added = pass.isContinuous ? await readAdded(access, list, pass) : undefined;
    if (added !== undefined) return numbered([...pass.pages, ...added]);
  }
  throw new TieoutError({
    code: 'PAYOUT_LIST_UNSTABLE',
    message: `The list of ${list} changed during each of ${mostPasses} readings.`,
    remedy: 'Run again at a quieter time.',
    exitStatus: 4,
  });
}
