import { existsSync } from 'node:fs';
import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { rowLayout, rowsTable } from './row-text.ts';

export function requirePublished(path: string): void {
  if (existsSync(path)) return;
  throw new TieoutError({
    code: 'NOTHING_PUBLISHED',
    message: 'Nothing has been published yet.',
    remedy: 'Run `tieout run` first, or `tieout rebuild` where the landing zone already holds files.',
    place: { file: path },
    exitStatus: 2,
  });
}

/** `tieout sql "…"`: one read-only statement on the published snapshot. */
export async function runSqlCommand(statement: string, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const snapshot = await openSnapshot(published);
  try {
    const rows = await query(snapshot.connection, statement, context.command);
    context.out.answer(rows, () => `${rowsTable(rows, rowLayout(config, context))}\n`);
    return 0;
  } finally {
    snapshot.close();
  }
}

async function query(
  connection: Parameters<typeof readRows>[0],
  statement: string,
  command: string,
): Promise<WarehouseRow[]> {
  try {
    return await readRows(connection, statement);
  } catch (cause) {
    throw new TieoutError({
      code: 'SQL_WRONG',
      message: (cause instanceof Error ? cause.message : String(cause)).trim(),
      remedy: `List the views with: ${command} sql "select view_name, comment from duckdb_views() where schema_name = 'mart'"`,
      exitStatus: 2,
      cause,
    });
  }
}
