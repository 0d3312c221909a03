import { readFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { LoadPlan, RecordExaminer } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { stopWhenOfWarehouse } from './refusal.ts';
import { runSteps } from './run-steps.ts';

type JsonPlan = Extract<LoadPlan, { format: 'json' }>;

const page = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/**
 * Compares each record with the specification. One without a required field, or with a field of another type, is rejected
 * whole: what it says of the money cannot be trusted. Fields and values that are not named are counted. Returns the number of
 * rejected records.
 */
async function examineRecords(
  connection: DuckDBConnection,
  file: LandedFile,
  { examine, isOneRecord }: JsonPlan,
): Promise<number> {
  if (examine === undefined) return 0;
  const body: unknown = JSON.parse(await readFile(file.path, 'utf8'));
  const listed = (isOneRecord === true ? undefined : page.safeParse(body).data) ?? [body];
  const found = (Array.isArray(listed) ? listed : listed.results).map((record, at) => ({
    ...{ no: at + 1, text: JSON.stringify(record) },
    ...examine(record),
  }));
  const rejected = found.filter(({ problem }) => problem !== undefined);
  for (const { no, problem, text, code } of rejected) {
    const record = { file_id: file.receipt_id, no };
    const reason = code === undefined ? `The record does not match the specification: ${problem}.` : (problem ?? '');
    await execute(connection, 'delete from raw.json_record where file_id = $file_id and record_no = $no', record);
    await execute(connection, 'insert into staging.rejected_row values ($file_id, $no, $code, $reason, $text, null)', {
      ...{ ...record, text, reason, code: code ?? 'not_as_specified' },
    });
  }
  for (const { no, read } of found)
    if (read !== undefined)
      await execute(
        connection,
        'update raw.json_record set body = $body::json where file_id = $file_id and record_no = $no',
        { file_id: file.receipt_id, no, body: JSON.stringify(read) },
      );
  for (const { record, field, value, count } of summed(found.flatMap(({ unexpected }) => unexpected)))
    await execute(connection, 'insert into raw.unexpected values ($file_id, $record, $field, $value, $count)', {
      ...{ file_id: file.receipt_id, record, field, value, count },
    });
  return rejected.length;
}

type Unexpected = ReturnType<RecordExaminer>['unexpected'][number];

/** Each field and value once, with its count over all records. */
function summed(all: readonly Unexpected[]): Unexpected[] {
  const sums = new Map<string, Unexpected>();
  for (const { count, ...one } of all) {
    const key = JSON.stringify(one);
    sums.set(key, { ...one, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

/** Loads one JSON answer: its records unchanged into raw.json_record, then its facts. Returns the number of records. */
export async function loadJson(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: JsonPlan,
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
           when ${plan.isOneRecord === true} then [body]
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
      remedy:
        plan.remedy ??
        'Run again with --refresh to fetch it again; if it stays, the service does not answer as it should.',
      place: { file: file.file_name },
      exitStatus: 4,
      cause,
    });
  }
  const rejected = await examineRecords(connection, file, plan);
  await runSteps(connection, file, sqlFolder, plan.steps);
  const [counted] = await readRows(
    connection,
    'select count(*) as n from raw.json_record where file_id = $file_id',
    fileId,
  );
  return rejected + (counted === undefined ? 0 : numberOf(counted, 'n'));
}
