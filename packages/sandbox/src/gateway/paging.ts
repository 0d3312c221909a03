import type { FastifyRequest } from 'fastify';
import { queryOf } from './filters.ts';

const PAGE_SIZE = 50;

/** `{results, next, previous}`: the page size and the form of the links are our choice. The caller sorts newest first. */
export function pageOf<T>(
  records: readonly T[],
  { url }: Pick<FastifyRequest, 'url'>,
  origin: string,
  answer: (record: T) => unknown,
) {
  const cursor = Number(/^\d{1,9}$/.exec(new URLSearchParams(queryOf(url)).get('cursor') ?? '')?.[0] ?? '0');
  const link = (at: number) => `${origin}${url.split('?', 1)[0]}?cursor=${at}`;
  return {
    results: records.slice(cursor, cursor + PAGE_SIZE).map(answer),
    next: cursor + PAGE_SIZE < records.length ? link(cursor + PAGE_SIZE) : null,
    previous: cursor > 0 ? link(Math.max(0, cursor - PAGE_SIZE)) : null,
  };
}
