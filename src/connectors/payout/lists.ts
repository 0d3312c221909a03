import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import { type PayoutAccess, readPayout } from './client.ts';
import { pageOf } from './schemas.ts';

export type PayoutList = 'accounts' | 'send_limits' | 'send_instructions' | 'bank_accounts';
export type ListPage = {
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

export const listPath = (list: PayoutList) => `/send/${list}`;
export const pageQuery = (no: number) => new URLSearchParams({ page: String(no), limit: String(pageSize) });

async function readPage(access: PayoutAccess, list: PayoutList, no: number): Promise<ListPage & { total: number }> {
  const path = listPath(list);
  const answer = await readPayout(access, path, pageQuery(no), { page: no });
  const { json, body, query } = answer;
  // bank accounts come as a plain list by the specification, others in an envelope
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

type Pass = {
  pages: ListPage[];
  /** Nothing changed while reading: the count is the same, and as many records were read. */
  isQuiet: boolean;
  /** All records that existed at the start were read: new records are inserted before them, so that some are read twice and none is skipped. */
  isWhole: boolean;
};

async function readPass(access: PayoutAccess, list: PayoutList, onPage: () => void): Promise<Pass> {
  const pages: ListPage[] = [];
  const seen = new Set<number>();
  const totals: number[] = [];
  for (let no = 1; no <= mostPages; no += 1) {
    const read = await readPage(access, list, no);
    totals.push(read.total);
    for (const id of read.ids) seen.add(id);
    pages.push(read);
    onPage();
    if (read.isLast) break;
  }
  const [first = 0] = totals;
  return {
    pages,
    isQuiet: totals.every((total) => total === first) && seen.size === first,
    isWhole: seen.size >= first,
  };
}

/**
 * Reads a whole list, page by page. The newest records come first, so a record that is created meanwhile shifts the pages:
 * a pass in which the count changed, or in which fewer distinct records were read, is repeated until nothing changes. If
 * that never happens (a busy hour), the last pass is accepted when it has every record that existed at its start; else
 * PAYOUT_LIST_UNSTABLE.
 */
export async function readList(
  access: PayoutAccess,
  list: PayoutList,
  onPage: () => void = () => {},
): Promise<ListPage[]> {
  for (let pass = 1; ; pass += 1) {
    const { pages, isQuiet, isWhole } = await readPass(access, list, onPage);
    if (isQuiet || (isWhole && pass >= mostPasses)) return pages;
    if (pass >= mostPasses) {
      throw new TieoutError({
        code: 'PAYOUT_LIST_UNSTABLE',
        message: `The list of ${list} changed during each of ${mostPasses} readings.`,
        remedy: 'Run again at a quieter time.',
        exitStatus: 4,
      });
    }
  }
}

/** Payout accounts with their balances, by page (payout-service.md › Endpoints). */
export const fetchAccounts = (access: PayoutAccess) => readList(access, 'accounts');
/** The ledger of send limits: allocations in, sends and verifications out. */
export const fetchSendLimits = (access: PayoutAccess) => readList(access, 'send_limits');
/** Send instructions; the service refreshes this list once an hour only. */
export const fetchSendInstructions = (access: PayoutAccess) => readList(access, 'send_instructions');
/** Recipients; in pages or as a plain list. */
export const fetchBankAccounts = (access: PayoutAccess) => readList(access, 'bank_accounts');
