import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import { sqlFile } from '../sql-files.ts';
import type { LandedFile } from './landed-file.ts';

/** Which statements load a kind of answer from its page to its facts, in order; paths below sql/. */
const steps: Record<string, readonly string[]> = {
  turnover: ['turnover_reject', 'turnover_insert'],
  turnover_slice: ['turnover_slice_insert'],
  balance: ['balance_reject', 'balance_insert'],
  // only its answer is looked at: whether the statement is of test mode
  statement_request: [],
  accounts: ['payout_account_reject', 'payout_account_insert'],
  send_limits: ['send_limit_reject', 'send_limit_close', 'send_limit_insert'],
  send_instructions: ['send_instruction_reject', 'send_instruction_close', 'send_instruction_insert'],
  decision: ['decision_reject', 'decision_insert'],
  bank_accounts: ['bank_account_reject', 'bank_account_close', 'bank_account_insert'],
};

/** The folder of sql/ that holds the statements of a kind. */
function folderOf(kind: string): string {
  if (kind === 'decision') return 'load';
  return ['turnover', 'turnover_slice', 'balance'].includes(kind) ? 'connectors/gateway' : 'connectors/payout';
}

export function isJsonKind(kind: string): boolean {
  return Object.hasOwn(steps, kind);
}

/** Loads one JSON answer: its records as they are into raw.json_record, then its facts. Gives the number of records. */
export async function loadJson(connection: DuckDBConnection, file: LandedFile): Promise<number> {
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
    throw new TieoutError({
      code: 'ANSWER_NOT_JSON',
      message: `The answer kept as ${file.kind} is not JSON.`,
      remedy: 'Run again with --refresh to ask for it anew; if it stays, the service is not answering as it should.',
      place: { file: file.file_name },
      exitStatus: 4,
      cause,
    });
  }
  for (const step of steps[file.kind] ?? [])
    await execute(connection, await sqlFile(folderOf(file.kind), step), fileId);
  const [counted] = await readRows(
    connection,
    'select count(*) as n from raw.json_record where file_id = $file_id',
    fileId,
  );
  return counted === undefined ? 0 : numberOf(counted, 'n');
}
