import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare.ts';

/** A text that changes with some receipts. A refused receipt can be loaded later, or be refused for another reason. */
const receiptsText = (condition: string) => `(
  select concat_ws(' ', count(*), max(file_id), sum(hash(file_id, load_status, load_code, load_message, load_line, read_with,
    rejected_count, row_count, is_removed)))
  from raw.receipt
  where ${condition}
)`;

/** A text that changes with a table. The alias is no column name, so that it means the whole row. */
const tableText = (table: string) => `(select concat_ws(' ', count(*), sum(hash(given))) from ${table} as given)`;

const configurationText = ['company', 'company_setting', 'company_input', 'company_calendar'].map((table) =>
  tableText(`core.${table}`),
);

/** Our own records of runs and requests are no source of any table. */
const isReceived = "kind not in ('run', 'requests')";

/**
 * No day needs a decision or an answer about a part of a day, so that no derived fact depends on them, unless one was refused: a later
 * receipt of its kind can replace it.
 */
const isOfNoDay = `kind in ('decision', 'turnover_slice') and load_status = 'loaded' and rejected_count = 0
  and kind not in (select kind from raw.receipt where load_status <> 'loaded')`;

/** Tables that are derived from the same facts. The view of the same name in the schema derive computes the rows of a table. */
type DerivedTables = {
  /** The part under which main.made_with notes the text of the facts. */
  part: string;
  /** Texts in SQL that change with the facts. */
  sources: readonly string[];
  /** In the order of their dependencies. */
  tables: readonly string[];
};

const receivedFacts: DerivedTables = {
  part: 'derived',
  sources: [receiptsText(`${isReceived} and not (${isOfNoDay})`), ...configurationText],
  tables: [
    'core.refused_receipt',
    'core.statement_requested',
    'core.balance_lost',
    'core.unusable_answer',
    'core.rejected_answer',
    'core.rejected_day',
    'core.gateway_deposit',
    'core.bank_reversal',
    'core.bank_deposit',
    'core.bank_gap',
    'core.coverage',
    'core.covered_span',
    'core.last_own_file',
    'core.settlement_lag',
    'core.payout_lag',
    'core.deposit_lag',
  ],
};

const decisionFacts: DerivedTables = {
  part: 'decided',
  sources: [tableText('recon.decision'), tableText('core.signing_key')],
  tables: ['recon.decision_state'],
};

const derivedTables = [receivedFacts, decisionFacts];

async function readText(connection: DuckDBConnection, sources: readonly string[]): Promise<string> {
  const [row] = await readRows(connection, `select concat_ws(' ', ${sources.join(', ')}) as source`);
  return row === undefined ? '' : textOf(row, 'source');
}

/** A text that identifies the receipts and the configuration in a warehouse. */
export const receivedAs = (connection: DuckDBConnection): Promise<string> =>
  readText(connection, [receiptsText(isReceived), ...configurationText, tableText('core.signing_key')]);

async function fill(connection: DuckDBConnection, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await execute(connection, `delete from ${table}`);
    await execute(connection, `insert into ${table} from derive.${table.slice(table.indexOf('.') + 1)}`);
  }
}

/** Refills all derived tables (coverage, refusals, deposits, the state of decisions), within a transaction of the caller. */
export async function deriveWithin(connection: DuckDBConnection): Promise<void> {
  for (const { tables } of derivedTables) await fill(connection, tables);
}

/** Refills the state of decisions, within a transaction of the caller. */
export const deriveDecisions = (connection: DuckDBConnection): Promise<void> => fill(connection, decisionFacts.tables);

const sourceText = ({ sources }: DerivedTables) => `concat_ws(' ', ${sources.join(', ')})`;

/** For each part of the derived tables, what its facts are now and what it was made from last. */
const states = `select ${derivedTables
  .map(
    (tables) =>
      `${sourceText(tables)} as ${tables.part}, (select made_with from main.made_with where part = '${tables.part}') as ${tables.part}_before`,
  )
  .join(', ')}`;

/** Refills those derived tables whose facts have changed since the last time, in a transaction of its own. */
export async function derive(connection: DuckDBConnection): Promise<void> {
  const [state = {}] = await readRows(connection, states);
  for (const { part, tables } of derivedTables) {
    const source = textOf(state, part);
    if (state[`${part}_before`] === source) continue;
    await inTransaction(connection, async () => {
      await fill(connection, tables);
      await noteMadeWith(connection, part, source);
    });
  }
}
