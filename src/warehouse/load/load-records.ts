import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { noteDateTerms } from './date-order.ts';
import type { ReceiptContent } from './insert-receipts.ts';
import type { LandedFile } from './landed-file.ts';
import type { LoadInstructions } from './load-instructions.ts';
import { appendRejected } from './raw-rows.ts';
import { keepFigures, runSteps, withIncoming } from './run-steps.ts';
import { writeStatedSpan } from './stated-span.ts';

/** Loads records that the connector reads: their cells into raw.file_record, then their facts. `insert` writes the receipt. Returns their number. */
export async function loadRecords(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: Extract<LoadPlan, { format: 'records' }>,
  { sqlFolder, reading, earlier, figures }: LoadInstructions,
  insert: (content: ReceiptContent) => Promise<void>,
): Promise<number> {
  const rows = await connection.createAppender('file_record', 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  const above: { line: number; text: string }[] = [];
  let count = 0;
  try {
    for await (const record of plan.read(file, { reading, earlier })) {
      if ('above' in record) {
        above.push({ line: record.line, text: record.above });
        continue;
      }
      count += 1;
      const { line } = record;
      if ('problem' in record) {
        const { problem, text } = record;
        appendRejected(rejects, file.receipt_id, { line, code: 'cells_wrong', reason: problem, rawText: text });
        continue;
      }
      rows.appendInteger(file.receipt_id);
      rows.appendBigInt(BigInt(line));
      rows.appendVarchar(JSON.stringify(record.cells));
      rows.endRow();
    }
  } finally {
    // an appender that is left open flushes its rows when it is collected, after the transaction was rolled back
    rows.closeSync();
    rejects.closeSync();
  }
  await insert({ row_count: count });
  await noteDateTerms(connection, file, reading.dateOrder);
  await writeStatedSpan(connection, file, above);
  await withIncoming(connection, file, plan.staged, async () => {
    await runSteps(connection, file, sqlFolder, plan.steps);
    await keepFigures(connection, file, sqlFolder, figures);
  });
  return count;
}
