import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { temporaryPath } from '../disk/temporary.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { NamedFile } from '../pipeline/import-file.ts';
import { execute, readRows, sqlText, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { firstLine } from '../warehouse/warehouse-error.ts';

/** Whether a file is Parquet, by its first bytes. */
async function isParquet(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === 'PAR1';
  } finally {
    await file.close();
  }
}

/** Decimals are written without zeros at their end, because 12.5000 is no amount of a currency with two decimals. */
function cellOf(row: WarehouseRow): string {
  const name = `"${textOf(row, 'column_name').replaceAll('"', '""')}"`;
  if (!textOf(row, 'column_type').startsWith('DECIMAL')) return name;
  return `regexp_replace(${name}::text, '(\\.[0-9]*[1-9])0+$|\\.0+$', '\\1') as ${name}`;
}

async function writeAsCsv({ connection }: Warehouse, from: string, to: string): Promise<void> {
  const source = `read_parquet(${sqlText(from)})`;
  const columns = await readRows(connection, `describe from ${source}`);
  const cells = columns.map(cellOf).join(', ');
  await execute(connection, `copy (select ${cells} from ${source}) to ${sqlText(to)} (format csv, header true)`);
}

/**
 * Runs the work on a file that the readers of tables understand: a Parquet file as CSV in a temporary file, with a header and each row on
 * the line of its number; any other file as it is. Throws FILE_DAMAGED for a Parquet file that cannot be read.
 */
export async function withReadable<T>(
  warehouse: Warehouse,
  named: NamedFile,
  work: (readable: NamedFile) => Promise<T>,
): Promise<T> {
  if (!(await isParquet(named.path))) return work(named);
  const path = `${temporaryPath('text')}${randomUUID()}`;
  try {
    await writeAsCsv(warehouse, named.path, path).catch((cause: unknown) => {
      throw new TieoutError({
        code: 'FILE_DAMAGED',
        message: `The Parquet file cannot be read: ${firstLine(cause)}.`,
        remedy: 'Write the file again; nothing of it was loaded.',
        place: { file: named.file },
        exitStatus: 4,
        cause,
      });
    });
    return await work({ ...named, path });
  } finally {
    await rm(path, { force: true });
  }
}
