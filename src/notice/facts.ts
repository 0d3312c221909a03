import { join } from 'node:path';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { verdictSchema } from '../domain/verdict.ts';
import { hasPublished, openReader } from '../run/published.ts';
import { numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';

/** What a notice says of the figures, from the published snapshots; nothing of a company that has not published yet. */
export function noticeFacts(config: LoadedConfig) {
  const { reports } = dataPaths(config.data_dir);
  const read = async (sql: string, bound: Record<string, string>): Promise<WarehouseRow[]> => {
    if (!hasPublished(config)) return [];
    const snapshots = await openReader(config);
    try {
      return await snapshots.read(sql, bound);
    } finally {
      snapshots.close();
    }
  };
  return {
    /** Open overdue items by company; a company without any has zero. */
    overdueCounts: async () => {
      const rows = await read(
        `select company, sum(item_count) filter (outcome = 'overdue' and status = 'open')::integer as item_count
         from mart.finding group by company having item_count is not null`,
        {},
      );
      const counts = new Map(config.companies.map(({ name }) => [name, 0]));
      for (const row of rows) counts.set(textOf(row, 'company'), numberOf(row, 'item_count'));
      return counts;
    },
    verdictsOf: async (company: string, date: string) =>
      (
        await read(
          `select company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount,
             timing_count, suggested_count, overdue_count, rejected_count, residual
           from mart.verdict where company = $company and business_date = $date::date order by currency`,
          { company, date },
        )
      ).map((row) => verdictSchema.parse(row)),
    pageOf: (company: string, date: string) => join(reports, date, company, `${company}.html`),
    workbookOf: (company: string, date: string) => join(reports, date, company, `${company}.xlsx`),
  };
}
