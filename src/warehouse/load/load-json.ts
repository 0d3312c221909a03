import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { stopWhenOfWarehouse } from './refusal.ts';
import { runSteps } from './run-steps.ts';

/** Loads one JSON answer: its records unchanged into raw.json_record, then its facts. Returns the number of records. */
export async function loadJson(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: Extract<LoadPlan, { format: 'json' }>,
  sqlFolder: string,
): Promise<number> {
  const fileId = { file_id: file.receipt_id };
  try {
    await execute(
      connection,
      `insert into raw.json_record
       with page as (select content::json as body from read_text(${sqlText(file.path)})),
       record as (
         select case
           when json_type(body) = 'ARRAY' then body::json[]
           when json_type(body, '$.results') = 'ARRAY' then (body -> '$.results')::json[]
           else [body]
         end as bodies from page
       )
       select $file_id, unnest(range(1, len(bodies) + 1))::integer, unnest(bodies) from record`,
      fileId,
    );
  } catch (cause) {
    stopWhenOfWarehouse(cause, file);
    throw new TieoutError({
      code: 'ANSWER_NOT_JSON',
      message: `The answer kept as ${file.kind} is not JSON.`,
      remedy: 'Run again with --refresh to fetch it again; if it stays, the service does not answer as it should.',
      place: { file: file.file_name },
      exitStatus: 4,
      cause,
    });
  }
  await runSteps(connection, file, sqlFolder, plan.steps);
  const [counted] = await readRows(
    connection,
    'select count(*) as n from raw.json_record where file_id = $file_id',
    fileId,
  );
  return counted === undefined ? 0 : numberOf(counted, 'n');
}
