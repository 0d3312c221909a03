import type { DuckDBConnection } from '@duckdb/node-api';
import { derivedTables } from './definitions.ts';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare-warehouse.ts';

/**
 * A query for a text that changes with the receipts of a condition. A refused receipt can be loaded later, or be refused for another
 * reason.
 */
const receiptsText = (condition: string) => `
  select concat_ws(' ', count(*), max(receipt_id), sum(hash(receipt_id, load_status, load_code, load_message, load_line, read_with,
    rejected_count, row_count, is_removed))) as text
  from raw.receipt
  where ${condition}`;

/** A query for a text that changes with a table. The alias is not a column name, so that it means the whole row. */
const tableText = (table: string) => `select concat_ws(' ', count(*), sum(hash(given))) as text from ${table} as given`;

const configurationText = ['company', 'company_setting', 'company_input', 'company_calendar'].map((table) =>
  tableText(`core.${table}`),
);

/** The condition for received files; the program's own records of runs and requests are the source of no table. */
const isReceived = "kind not in ('run', 'requests')";

/**
 * Receipts on which no derived fact depends, because no day requires them: decisions, and answers about a part of a day. A kind with a
 * refused receipt is left out, because a later receipt can replace the refused one.
 */
const isOfNoDay = `kind in ('decision', 'turnover_slice') and load_status = 'loaded' and rejected_count = 0
  and kind not in (select kind from raw.receipt where load_status <> 'loaded')`;

/** The derived tables of sql/core that follow from the same facts. */
type Derivation = {
  /** The part under which main.made_with records the text of the facts. */
  part: string;
  /** Queries for texts that change with the facts. */
  sources: readonly string[];
  /** The schema of the tables. */
  schema: 'core' | 'recon';
};

const ofReceived: Derivation = {
  part: 'derived',
  sources: [receiptsText(`${isReceived} and not (${isOfNoDay})`), ...configurationText],
  schema: 'core',
};

const ofDecisions: Derivation = {
  part: 'decided',
  // a decision on a difference of a payout account depends on what was received
  sources: [tableText('recon.decision'), tableText('core.signing_key'), ...ofReceived.sources],
  schema: 'recon',
};

const derivations = [ofReceived, ofDecisions];

/** Texts are rows, not columns, because DuckDB plans n scalar subqueries of a row as a join of n relations, in a time exponential in n. */
const textsOf = (part: string, sources: readonly string[]) =>
  sources
    .map((source, place) => `select '${part}' as part, ${place} as place, text from (${source})`)
    .join(' union all ');

/** For each part, the texts of its sources. */
async function readTexts(connection: DuckDBConnection, query: string): Promise<Map<string, string>> {
  const rows = await readRows(connection, `select part, text from (${query}) order by part, place`);
  const texts = new Map<string, string>();
  for (const row of rows) {
    const part = textOf(row, 'part');
    const before = texts.get(part);
    texts.set(part, before === undefined ? textOf(row, 'text') : `${before} ${textOf(row, 'text')}`);
  }
  return texts;
}

const received = textsOf('received', [receiptsText(isReceived), ...configurationText, tableText('core.signing_key')]);

/** A text that identifies the receipts and the configuration in a warehouse. */
export async function receivedAs(connection: DuckDBConnection): Promise<string> {
  const texts = await readTexts(connection, received);
  return texts.get('received') ?? '';
}

async function fill(connection: DuckDBConnection, { schema }: Derivation): Promise<void> {
  for (const { name, query } of await derivedTables(schema)) {
    await execute(connection, `delete from ${name}`);
    await execute(connection, `insert into ${name} ${query}`);
  }
}

/** Refills all derived tables (coverage, refusals, deposits, the state of decisions), within a transaction of the caller. */
export async function deriveWithin(connection: DuckDBConnection): Promise<void> {
  for (const derivation of derivations) await fill(connection, derivation);
}

/** Refills the state of decisions, within a transaction of the caller. */
export const deriveDecisions = (connection: DuckDBConnection): Promise<void> => fill(connection, ofDecisions);

/** For each part of the derived tables, the present text of its facts and, under `<part> before`, the text from which it was last made. */
const states = [
  ...derivations.map(({ part, sources }) => textsOf(part, sources)),
  `select part || ' before' as part, 0 as place, made_with as text from main.made_with`,
].join(' union all ');

/** Refills the derived tables whose facts have changed since the last time, in its own transaction. */
export async function derive(connection: DuckDBConnection): Promise<void> {
  const texts = await readTexts(connection, states);
  for (const derivation of derivations) {
    const { part } = derivation;
    const source = texts.get(part) ?? '';
    if (texts.get(`${part} before`) === source) continue;
    await inTransaction(connection, async () => {
      await fill(connection, derivation);
      await noteMadeWith(connection, part, source);
    });
  }
}
