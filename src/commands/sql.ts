import { existsSync } from 'node:fs';
import { dataPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { textTable } from '../terminal/table.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export function requirePublished(path: string): void {
  if (existsSync(path)) return;
  throw new TieoutError({
    code: 'NOTHING_PUBLISHED',
    message: 'There is nothing to read yet.',
    remedy: 'Run `tieout run` once (or `tieout rebuild`, where landing holds files).',
    place: { file: path },
    exitStatus: 2,
  });
}

/** `tieout sql "…"`: one read-only statement over the published snapshot. */
export async function runSqlCommand(statement: string, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { published } = dataPaths(config.data_dir);
  requirePublished(published);
  const snapshot = await openSnapshot(published);
  try {
    const rows = await query(snapshot.connection, statement);
    context.out.write(context.isJson ? `${toJson(rows)}\n` : `${rowsTable(rows)}\n`);
    return 0;
  } finally {
    snapshot.close();
  }
}

/** Counts come as bigint; in JSON they are numbers where they are safe, else text. */
export function toJson(value: unknown): string {
  const plain = (_key: string, held: unknown) =>
    typeof held === 'bigint' ? (Number.isSafeInteger(Number(held)) ? Number(held) : held.toString()) : held;
  return JSON.stringify(value, plain, 2);
}

async function query(connection: Parameters<typeof readRows>[0], statement: string): Promise<WarehouseRow[]> {
  try {
    return await readRows(connection, statement);
  } catch (cause) {
    throw new TieoutError({
      code: 'SQL_WRONG',
      message: (cause instanceof Error ? cause.message : String(cause)).trim(),
      remedy:
        'The views are listed by: tieout sql "select view_name, comment from duckdb_views() where schema_name = \'mart\'".',
      exitStatus: 2,
      cause,
    });
  }
}

export function rowsTable(rows: readonly WarehouseRow[]): string {
  const [first] = rows;
  if (first === undefined) return 'No rows.';
  const header = Object.keys(first);
  const text = (row: WarehouseRow, name: string) => (row[name] === null ? '' : String(row[name]));
  const numeric = header.filter((name) => rows.every((row) => /^(-?\d+(\.\d+)?)?$/.test(text(row, name))));
  return textTable(
    header,
    rows.map((row) => header.map((name) => text(row, name))),
    numeric,
  );
}
