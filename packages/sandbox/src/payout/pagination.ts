import { z } from 'zod';
import type { PayoutChoices } from './choices.ts';

export type Page<T> = {
  results: T[];
  meta: {
    pagination: {
      current_page: number;
      prev_page: number | null;
      next_page: number | null;
      total_pages: number;
      total_count: number;
    };
  };
};

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

export const pageQuery = z.object({ page: wholeNumber.optional(), limit: wholeNumber.optional() });
export type PageQuery = z.infer<typeof pageQuery>;

/** One page of sorted records. An empty list has no pages. */
export function pageOf<T>(
  records: readonly T[],
  query: PageQuery,
  choices: Pick<PayoutChoices, 'defaultPageSize' | 'largestPageSize'>,
): Page<T> {
  const size = Math.min(query.limit ?? choices.defaultPageSize, choices.largestPageSize);
  const current = query.page ?? 1;
  const totalPages = Math.ceil(records.length / size);
  return {
    results: records.slice((current - 1) * size, current * size),
    meta: {
      pagination: {
        current_page: current,
        prev_page: current > 1 ? current - 1 : null,
        next_page: current < totalPages ? current + 1 : null,
        total_pages: totalPages,
        total_count: records.length,
      },
    },
  };
}
