import { readFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { LoadPlan, RecordExaminer } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, rowsParameter, sqlText } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { stopWhenOfWarehouse } from './refusal.ts';
import { runSteps, takesRange } from './run-steps.ts';

type JsonPlan = Extract<LoadPlan, { format: 'json' }>;

/** A JSON answer with its load plan. */
export type JsonLoad = { file: LandedFile; plan: JsonPlan; sqlFolder: string };

const page = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/** A record, with its deviations from the specification. */
type Examined = ReturnType<RecordExaminer> & { receipt_id: number; no: number; text: string };

async function examined({ file, plan: { examine, isOneRecord } }: JsonLoad): Promise<Examined[]> {
  if (examine === undefined) return [];
  const body: unknown = JSON.parse(await readFile(file.path, 'utf8'));
  const listed = (isOneRecord === true ? undefined : page.safeParse(body).data) ?? [body];
  return (Array.isArray(listed) ? listed : listed.results).map((record, at) => ({
    receipt_id: file.receipt_id,
    no: at + 1,
    text: JSON.stringify(record),
    ...examine(record),
  }));
}

/** Rows of a parameter, as a table in SQL. */
const rowsOf = (types: string) => `(select unnest(json_transform($rows, '[{${types}}]'), recursive := true))`;

async function write(connection: DuckDBConnection, sql: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await execute(connection, sql, { rows: rowsParameter(rows) });
}

function rejection({ receipt_id, no, problem, code, text }: Examined) {
  const reason = code === undefined ? `The record does not match the specification: ${problem}.` : (problem ?? '');
  return { receipt_id, no, code: code ?? 'not_as_specified', reason, text };
}

/**
 * Compares each record with the specification. A record without a required field, or with a field of another type, is rejected as a
 * whole, because its statements about money cannot be trusted. Fields and values that are not in the specification are counted.
 */
async function examineRecords(connection: DuckDBConnection, loads: readonly JsonLoad[]): Promise<void> {
  const found = (await Promise.all(loads.map(examined))).flat();
  const rejected = found.filter(({ problem }) => problem !== undefined).map(rejection);
  await write(
    connection,
    `delete from raw.json_record using ${rowsOf('"receipt_id": "integer", "no": "integer"')} as rejected
     where json_record.receipt_id = rejected.receipt_id and json_record.record_no = rejected.no`,
    rejected.map(({ receipt_id, no }) => ({ receipt_id, no })),
  );
  await write(
    connection,
    `insert into staging.rejected_row select receipt_id, no, code, reason, text, null
     from ${rowsOf('"receipt_id": "integer", "no": "bigint", "code": "text", "reason": "text", "text": "text"')}`,
    rejected,
  );
  await write(
    connection,
    `update raw.json_record set body = checked.body::json
     from ${rowsOf('"receipt_id": "integer", "no": "integer", "body": "text"')} as checked
     where json_record.receipt_id = checked.receipt_id and json_record.record_no = checked.no`,
    found.flatMap(({ receipt_id, no, read }) =>
      read === undefined ? [] : [{ receipt_id, no, body: JSON.stringify(read) }],
    ),
  );
  await write(
    connection,
    `insert into raw.unexpected select receipt_id, record, field, value, count
     from ${rowsOf('"receipt_id": "integer", "record": "text", "field": "text", "value": "text", "count": "bigint"')}`,
    summed(found.flatMap(({ receipt_id, unexpected }) => unexpected.map((one) => ({ receipt_id, ...one })))),
  );
}

type Unexpected = ReturnType<RecordExaminer>['unexpected'][number] & { receipt_id: number };

/** Each field and value of a file once, with its count over all records. */
function summed(all: readonly Unexpected[]): Unexpected[] {
  const sums = new Map<string, Unexpected>();
  for (const { count, ...one } of all) {
    const key = JSON.stringify(one);
    sums.set(key, { ...one, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Writes the records of answers unchanged into raw.json_record. Returns the number of records of each file. Answers with the same
 * content share one reading of it.
 */
async function insertRecords(
  connection: DuckDBConnection,
  loads: readonly JsonLoad[],
): Promise<ReadonlyMap<number, number>> {
  const paths = new Map(loads.map(({ file }) => [file.sha256, file.path]));
  const rows = await readRows(
    connection,
    `insert into raw.json_record
     with given as ${rowsOf('"receipt_id": "integer", "sha256": "text", "is_one_record": "boolean"')},
     answer as (
       select sha256(content) as sha256, content::json as body from read_text([${[...paths.values()].map(sqlText).join(', ')}])
     ),
     page as (
       select given.receipt_id, given.is_one_record, coalesce(answer.body, error('The file has changed.')::json) as body
       from given
       left join answer on answer.sha256 = given.sha256
     ),
     record as (
       select receipt_id, case
         when is_one_record then [body]
         when json_type(body) = 'ARRAY' then body::json[]
         when json_type(body, '$.results') = 'ARRAY' then (body -> '$.results')::json[]
         else [body]
       end as bodies from page
     )
     select receipt_id, unnest(range(1, len(bodies) + 1))::integer as record_no, unnest(bodies) from record
     order by receipt_id, record_no
     returning receipt_id`,
    {
      rows: rowsParameter(
        loads.map(({ file, plan }) => ({
          receipt_id: file.receipt_id,
          sha256: file.sha256,
          is_one_record: plan.isOneRecord === true,
        })),
      ),
    },
  );
  const counts = new Map<number, number>(loads.map(({ file }) => [file.receipt_id, 0]));
  for (const row of rows) {
    const id = numberOf(row, 'receipt_id');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Runs the steps of each answer in the order of arrival, once for all answers that a step can take together. */
async function runJsonSteps(connection: DuckDBConnection, loads: readonly JsonLoad[]): Promise<void> {
  let at = 0;
  while (at < loads.length) {
    const first = loads[at];
    if (first === undefined) return;
    const { file, plan, sqlFolder } = first;
    let count = 1;
    if (plan.steps.length > 0 && (await takesRange(sqlFolder, plan.steps)))
      while (isNext(loads[at + count - 1], loads[at + count])) count += 1;
    const last = loads[at + count - 1]?.file ?? file;
    await runSteps(connection, { ...file, last_receipt_id: last.receipt_id }, sqlFolder, plan.steps);
    at += count;
  }
}

/** Whether an answer arrived directly after another answer of its kind. */
function isNext(one: JsonLoad | undefined, next: JsonLoad | undefined): boolean {
  return (
    next?.file.receipt_id === (one?.file.receipt_id ?? 0) + 1 &&
    next.plan === one?.plan &&
    next.file.kind === one.file.kind &&
    next.file.zone === one.file.zone
  );
}

function notJson({ file, plan }: JsonLoad, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'ANSWER_NOT_JSON',
    message: `The answer kept as ${file.kind} is not JSON.`,
    remedy:
      plan.remedy ??
      'Run with --refresh to fetch it again. If the error persists, report it to the operator of the service.',
    place: { file: file.file_name },
    exitStatus: 4,
    cause,
  });
}

/**
 * Loads JSON answers in the order of arrival: their records unchanged into raw.json_record, then their facts. `insert` writes the
 * receipts with the number of records of each, which is also returned. If one of several answers is not JSON, the error names the first
 * answer.
 */
export async function loadJson(
  connection: DuckDBConnection,
  loads: readonly JsonLoad[],
  insert: (counts: ReadonlyMap<number, number>) => Promise<void>,
): Promise<ReadonlyMap<number, number>> {
  const [first] = loads;
  let counts: ReadonlyMap<number, number> = new Map();
  try {
    if (first !== undefined) counts = await insertRecords(connection, loads);
  } catch (cause) {
    if (first === undefined) throw cause;
    stopWhenOfWarehouse(cause, first.file);
    throw notJson(first, cause);
  }
  await insert(counts);
  await examineRecords(connection, loads);
  await runJsonSteps(connection, loads);
  return counts;
}
