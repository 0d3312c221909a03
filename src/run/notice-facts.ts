import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { verdictSchema } from '../domain/verdict.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';

/** What a notice says of the figures, from the published snapshot; nothing where none was published yet. */
export function noticeFacts(config: LoadedConfig) {
  const { published, reports } = dataPaths(config.data_dir);
  const ask = async (sql: string, bound: Record<string, string>) => {
    if (!existsSync(published)) return [];
    const snapshot = await openSnapshot(published);
    try {
      return await readRows(snapshot.connection, sql, bound);
    } finally {
      snapshot.close();
    }
  };
  return {
    /** Open overdue items by company; a company without any has zero. */
    overdueCounts: async () => {
      const rows = await ask(
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
        await ask(
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
