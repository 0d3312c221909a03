import { dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { isOwn, type Reconciliation } from './reconciliations.ts';

/** The columns of a control: the signed lines of a bridge. */
export const bridgeColumns = {
  currency: 'VARCHAR',
  business_date: 'DATE',
  subject: 'VARCHAR',
  measure: 'VARCHAR',
  line_no: 'INTEGER',
  line_code: 'VARCHAR',
  title: 'VARCHAR',
  amount: 'DECIMAL(38,4)',
  is_total: 'BOOLEAN',
  is_residual: 'BOOLEAN',
} as const;

/** The columns of a control that covers the days since it was last made: also the first of these days, and the keys of its items. */
export const spanningBridgeColumns = { ...bridgeColumns, covers_from: 'DATE', item_keys: 'VARCHAR[]' } as const;

/** The columns of a match, and of the items of a control: one row per item. */
export const itemColumns = {
  currency: 'VARCHAR',
  business_date: 'DATE',
  item_key: 'VARCHAR',
  outcome: 'VARCHAR',
  reason_code: 'VARCHAR',
  reason: 'VARCHAR',
  match_pass: 'VARCHAR',
  left_key: 'VARCHAR',
  left_reference: 'VARCHAR',
  left_amount: 'DECIMAL(38,4)',
  left_at: 'TIMESTAMP WITH TIME ZONE',
  left_receipt_id: 'INTEGER',
  left_line_no: 'BIGINT',
  right_key: 'VARCHAR',
  right_reference: 'VARCHAR',
  right_amount: 'DECIMAL(38,4)',
  right_at: 'TIMESTAMP WITH TIME ZONE',
  right_receipt_id: 'INTEGER',
  right_line_no: 'BIGINT',
  right_minus_left: 'DECIMAL(38,4)',
  expected_on: 'DATE',
  becomes_break_on: 'DATE',
  evidence: 'VARCHAR',
  runners_up: 'VARCHAR',
} as const;

/**
 * The columns of the subjects for which a control must be made (`<name>_subject`), and of the days that a control without subjects does
 * not prove (`<name>_unproven`, where the subject is empty). `no_figures` says what missing figures for a subject mean, or what the day
 * lacks; `what_to_do` says what a person can do about it. Both may be null for a subject.
 */
export const subjectColumns = {
  currency: 'VARCHAR',
  business_date: 'DATE',
  subject: 'VARCHAR',
  no_figures: 'VARCHAR',
  what_to_do: 'VARCHAR',
} as const;

/** The columns of the records for the matching engine (`<name>_record`): one row per record of either side. */
export const recordColumns = {
  side: 'VARCHAR',
  record_key: 'VARCHAR',
  currency: 'VARCHAR',
  amount: 'DECIMAL(18,4)',
  fee: 'DECIMAL(18,4)',
  identifier: 'VARCHAR',
  reference: 'VARCHAR',
  occurred_at: 'TIMESTAMP WITH TIME ZONE',
  occurred_on: 'DATE',
  group_key: 'VARCHAR',
  counterparty: 'VARCHAR',
  description: 'VARCHAR',
} as const;

function broken(
  { path, ...reconciliation }: Reconciliation,
  macro: string,
  message: string,
  cause?: unknown,
): TieoutError {
  return new TieoutError({
    code: 'RECONCILIATION_CONTRACT_BROKEN',
    message,
    remedy: isOwn(reconciliation)
      ? 'Correct the file; docs/extending.md lists the columns of both kinds.'
      : 'Correct the final select of the file; docs/architecture.md lists the columns of both kinds.',
    // a statement beside an own reconciliation is a file in its folder
    place: { file: isOwn(reconciliation) ? join(dirname(path), `${macro}.sql`) : path },
    ...(isOwn(reconciliation) ? { exitStatus: 2 } : {}),
    cause,
  });
}

const contractTitles = new Map<Record<string, string>, string>([
  [bridgeColumns, 'a control'],
  [spanningBridgeColumns, 'a control that spans days'],
  [itemColumns, 'a match'],
  [recordColumns, 'the records of a match'],
  [subjectColumns, 'the subjects of a control'],
]);

async function checkColumns(
  connection: DuckDBConnection,
  macro: string,
  expected: Record<string, string>,
  reconciliation: Reconciliation,
): Promise<void> {
  const described = await readRows(
    connection,
    `select column_name, column_type from (describe from recon.${macro}(date '2000-01-01', date '2000-01-02'))`,
  ).catch((cause) => {
    const problem = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw broken(reconciliation, macro, `recon.${macro} does not run: ${problem}`, cause);
  });
  const given = new Map(described.map((row) => [textOf(row, 'column_name'), textOf(row, 'column_type')]));
  const lacking = Object.entries(expected).filter(([name]) => !given.has(name));
  const wrong = Object.entries(expected).filter(([name, type]) => given.has(name) && given.get(name) !== type);
  const surplus = [...given.keys()].filter((name) => !Object.hasOwn(expected, name));
  if (lacking.length + wrong.length + surplus.length === 0) return;
  const problems = [
    ...(lacking.length === 0 ? [] : [`it lacks ${lacking.map(([name, type]) => `${name} ${type}`).join(', ')}`]),
    ...wrong.map(([name, type]) => `${name} should be ${type} and is ${given.get(name)}`),
    ...surplus.map((name) => `${name} is not expected`),
  ];
  const message = `recon.${macro} does not have the columns of ${contractTitles.get(expected)}: ${problems.join('; ')}.`;
  throw broken(reconciliation, macro, message);
}

/** Checks the columns of a reconciliation's macros before any of them runs (RECONCILIATION_CONTRACT_BROKEN). */
export async function checkContract(connection: DuckDBConnection, reconciliation: Reconciliation): Promise<void> {
  const { name, kind, hasItems, hasRecords, hasSubjects, hasUnproven, spans, reasons } = reconciliation;
  const bridge = spans === 'yes' ? spanningBridgeColumns : bridgeColumns;
  await checkColumns(connection, name, kind === 'control' ? bridge : itemColumns, reconciliation);
  if (hasItems) await checkColumns(connection, `${name}_item`, itemColumns, reconciliation);
  if (hasSubjects) await checkColumns(connection, `${name}_subject`, subjectColumns, reconciliation);
  if (hasUnproven) await checkColumns(connection, `${name}_unproven`, subjectColumns, reconciliation);
  if (hasRecords) await checkColumns(connection, `${name}_record`, recordColumns, reconciliation);
  const outcomes = (await readRows(connection, 'select outcome from recon.outcome order by list_order')).map((row) =>
    textOf(row, 'outcome'),
  );
  const strange = reasons.find(({ outcome }) => !outcomes.includes(outcome));
  if (strange !== undefined)
    throw broken(
      reconciliation,
      name,
      `The reason ${strange.code} has the outcome "${strange.outcome}", which does not exist. Use one of: ${outcomes.join(', ')}.`,
    );
}
