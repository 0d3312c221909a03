import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataPaths } from '../pipeline/paths.ts';
import { type SelftestResult, selftest } from '../reconcile/selftest.ts';
import { textTable } from '../terminal/table.ts';
import { readRows } from '../warehouse/border.ts';
import { openWarehouse } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requirePublished, toJson } from './sql.ts';

/** How many of the last days are taken: enough for each kind of record to be among them. */
const days = 31;

/**
 * `tieout selftest`: corrupts a copy of the data once for every control and check, and shows that each fires. Ends with 1
 * when one of them stays silent. What the data has nothing of to corrupt is told, and is no failure.
 */
export async function runSelftestCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const folder = await mkdtemp(join(tmpdir(), 'tieout-selftest-'));
  const results: (SelftestResult & { company: string })[] = [];
  try {
    const copy = join(folder, 'copy.duckdb');
    await copyFile(published, copy);
    const warehouse = await openWarehouse(copy);
    try {
      const companies = await readRows(
        warehouse.connection,
        `select company, max(period_end)::text as period_end, (max(period_end) - ${days})::text as period_start
         from recon.run group by company order by company`,
      );
      for (const { company, period_start, period_end } of companies) {
        const step = context.progress.step(`Corrupting a copy of the data of ${String(company)}`);
        const scope = { company: String(company), periodStart: String(period_start), periodEnd: String(period_end) };
        for (const result of await selftest(warehouse.connection, scope, (what) => step.note(what)))
          results.push({ company: scope.company, ...result });
        step.done();
      }
    } finally {
      warehouse.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const silent = results.filter(({ outcome }) => outcome === 'silent');
  if (context.isJson) context.out.write(`${toJson({ results, silent: silent.length })}\n`);
  else {
    const words = { fired: 'fires', silent: 'STAYS SILENT', untouched: 'nothing of the kind here' };
    context.out.write(
      `${textTable(
        ['company', 'control', 'when', ''],
        results.map(({ company, control, what, outcome }) => [company, control, what, words[outcome]]),
      )}\n\n${silent.length === 0 ? 'Every control that had something to corrupt fires.' : `${silent.length} control(s) stay silent: their verdicts prove nothing until this is put right.`}\n`,
    );
  }
  return silent.length === 0 ? 0 : 1;
}
