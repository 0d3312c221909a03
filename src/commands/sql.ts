import { TieoutError } from '../domain/tieout-error.ts';
import { isDamaged } from '../warehouse/damaged.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Snapshots } from '../warehouse/snapshots.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { openPublished } from './published.ts';
import { rowLayout, rowsTable } from './row-text.ts';

/** `tieout sql "…"`: one read-only statement on the published snapshots of all companies, or of one. */
export async function runSqlCommand(
  statement: string,
  options: { company?: string },
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const snapshots = await openPublished(config, companies, context, { ofAnyVersion: true });
  try {
    const rows = await ask(snapshots, statement, context.command);
    context.out.answer(rows, () => `${rowsTable(rows, rowLayout(config, context))}\n`);
    return 0;
  } finally {
    snapshots.close();
  }
}

async function ask(snapshots: Snapshots, statement: string, command: string): Promise<WarehouseRow[]> {
  try {
    return await snapshots.ask(statement);
  } catch (cause) {
    if (isDamaged(cause)) throw cause;
    const message = (cause instanceof Error ? cause.message : String(cause)).trim();
    // read across companies only tables and views are defined (see openSnapshots)
    const isMacroMissing = /Function with name \w+ does not exist/.test(message);
    throw new TieoutError({
      code: 'SQL_WRONG',
      message,
      remedy: `${isMacroMissing ? 'A macro is run for one company: add --company NAME. ' : ''}List what can be read with: ${command} sql "select table_name, table_comment from information_schema.tables where table_schema = 'mart'"`,
      exitStatus: 2,
      cause,
    });
  }
}
