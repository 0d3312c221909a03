import { z } from 'zod';
import { TieoutError } from '../../errors/tieout-error.ts';
import { shownUrl } from '../http/redact.ts';
import { type PayoutAccess, readPayout } from './client.ts';
import { pagination } from './schemas.ts';

export type PayoutList = 'accounts' | 'send_limits' | 'send_instructions' | 'bank_accounts';
export type ListPage = { page: number; isLast: boolean; body: Buffer; path: string; query: string; ids: number[] };

const identified = z.object({ id: z.number().int() }).loose();
const envelope = z.object({ results: z.array(identified), meta: z.object({ pagination }) });
const pageSize = 100;
const mostPages = 100_000;
const mostPasses = 5;

async function readPage(access: PayoutAccess, list: PayoutList, page: number): Promise<ListPage & { total: number }> {
  const path = `/send/${list}`;
  const query = new URLSearchParams({ page: String(page), limit: String(pageSize) });
  const { json, body, query: search } = await readPayout(access, path, query);
  const plain = z.array(identified).safeParse(json);
  if (plain.success) {
    const ids = plain.data.map(({ id }) => id);
    return { page, isLast: true, body, path, query: search, ids, total: ids.length };
  }
  const paged = envelope.safeParse(json);
  if (!paged.success) {
    throw new TieoutError({
      code: 'PAYOUT_PAGE_NOT_UNDERSTOOD',
      message: `A page of ${list} is not what the specification says: ${z.prettifyError(paged.error).split('\n')[0]}.`,
      remedy: 'Run again; if it stays, the service has changed and tieout must follow.',
      place: { url: shownUrl(`${access.baseUrl}${path}?${search}`) },
      exitStatus: 4,
    });
  }
  const { results, meta } = paged.data;
  return {
    page,
    isLast: meta.pagination.next_page === null || results.length === 0,
    body,
    path,
    query: search,
    ids: results.map(({ id }) => id),
    total: meta.pagination.total_count,
  };
}

async function readPass(access: PayoutAccess, list: PayoutList): Promise<{ pages: ListPage[]; isStable: boolean }> {
  const pages: ListPage[] = [];
  const seen = new Set<number>();
  let total: number | undefined;
  let isStable = true;
  for (let page = 1; page <= mostPages; page += 1) {
    const read = await readPage(access, list, page);
    if (total !== undefined && read.total !== total) isStable = false;
    total = read.total;
    for (const id of read.ids) {
      if (seen.has(id)) isStable = false;
      seen.add(id);
    }
    pages.push(read);
    if (read.isLast) break;
  }
  return { pages, isStable: isStable && seen.size === total };
}

/**
 * Reads a whole list, page by page. The newest stand first, so a record that comes while one reads shifts the pages:
 * a pass in which an id came twice, or the count changed or was not met, is read again until one is quiet.
 */
export async function readList(access: PayoutAccess, list: PayoutList): Promise<ListPage[]> {
  for (let pass = 1; ; pass += 1) {
    const { pages, isStable } = await readPass(access, list);
    if (isStable) return pages;
    if (pass >= mostPasses) {
      throw new TieoutError({
        code: 'PAYOUT_LIST_UNSTABLE',
        message: `The list of ${list} changed each of the ${mostPasses} times that it was read.`,
        remedy: 'Run again at a quieter time.',
        exitStatus: 4,
      });
    }
  }
}
