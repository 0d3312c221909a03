import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { removeCompany, writeCompany } from '../../src/company/write-company.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { execute, readRows, textOf } from '../../src/warehouse/duckdb-values.ts';
import type { CorpusCase } from '../given/corpus-case.ts';
import { bytesOf, companyOf, landCase, loadKey, tablesOfFiles } from '../given/corpus-file.ts';
import { loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

/** What a file became. */
export type Loaded = {
  status: 'loaded';
  headerLine: number | null;
  rows: number;
  /** The lines that are facts, rejected rows, totals that agree with the lines, or those of a repeated statement. */
  lines: number[];
  rejected: number;
  /** How a statement of the gateway is read, found from all of its lines: the signs of fees and of money out, and what is withheld. */
  convention: string;
  /** Facts without what depends on their place in the file or on the other lines. */
  facts: string[];
};
export type Outcome = Loaded | { status: 'refused'; message: string } | { status: 'crashed'; message: string };

const tableOf = {
  statement: 'core.payment',
  orders: 'core.merchant_order',
  bank: 'core.bank_line',
  callbacks: 'core.callback',
} as const;
/** What is not content: the place of a line, when it was received, what the other lines say of it, and keys made of the content. */
const positional = [
  ...['company', 'receipt_id', 'line_no', 'known_from', 'known_to', 'content_hash', 'occurrence'],
  ...['bank_line_key', 'received_at', 'is_refund_missing'],
];

/** Loads files of the corpus, one after another, in one warehouse, and removes each again. */
export async function openChangedLoader() {
  const { connection, close } = await givenWarehouse();
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tables = await tablesOfFiles(connection);

  async function read({ as }: CorpusCase, receiptId: number, rowCount: number): Promise<Loaded> {
    const id = { id: receiptId };
    const facts = await readRows(
      connection,
      `select line_no::integer as line_no, to_json({${await contentOf(tableOf[as])}})::text as fact from ${tableOf[as]} where receipt_id = $id`,
      id,
    );
    const rejected = await readRows(
      connection,
      `select distinct line_no::integer as line_no from staging.rejected_row where receipt_id = $id
       union all select line_no::integer from raw.summary_row where receipt_id = $id`,
      id,
    );
    // a statement that the file repeats is loaded once, and the receipt says so
    const repeated = await readRows(
      connection,
      `select line.line_no::integer as line_no
       from raw.bank_statement_line as line
       inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
       where line.receipt_id = $id and contains(array_to_string(receipt.notes, ' '), 'is in the file twice, and was loaded once')
         and line.line_no not in (select line_no from core.bank_line where receipt_id = $id)
         and line.line_no not in (select line_no from staging.rejected_row where receipt_id = $id)`,
      id,
    );
    const convention = await readRows(
      connection,
      'select fee_sign, outgoing_sign, has_fee, reserve_millionths from raw.statement_convention where receipt_id = $id',
      id,
    );
    const [receipt] = await readRows(connection, 'select header_line from raw.receipt where receipt_id = $id', id);
    return {
      status: 'loaded',
      headerLine: typeof receipt?.header_line === 'number' ? receipt.header_line : null,
      rows: rowCount,
      lines: [...facts, ...rejected, ...repeated].map(({ line_no }) => Number(line_no)),
      rejected: rejected.length,
      convention: JSON.stringify(convention),
      facts: facts.map((row) => textOf(row, 'fact')),
    };
  }

  async function contentOf(table: string): Promise<string> {
    const columns = await readRows(
      connection,
      `select column_name as name from duckdb_columns() where schema_name || '.' || table_name = $table order by column_index`,
      { table },
    );
    const names = columns.map((row) => textOf(row, 'name')).filter((name) => !positional.includes(name));
    return names.map((name) => `${name}: ${name}`).join(', ');
  }

  async function leftBehind(receiptId: number, isRefused: boolean): Promise<string[]> {
    const problems: string[] = [];
    await execute(connection, 'begin').catch(() => problems.push('a transaction is still open'));
    await execute(connection, 'rollback');
    for (const row of await readRows(connection, 'select table_name as name from duckdb_tables() where temporary')) {
      problems.push(`the temporary table ${row.name} is still there`);
      await execute(connection, `drop table temp.${row.name}`);
    }
    for (const table of tables) {
      const removed = await execute(connection, `delete from ${table} where receipt_id = ${receiptId}`);
      if (isRefused && removed > 0 && table !== 'raw.receipt')
        problems.push(`${removed} rows of a refused file are in ${table}`);
    }
    return problems;
  }

  async function outcomeOf(each: CorpusCase, bytes: Buffer): Promise<{ outcome: Outcome; receiptId: number }> {
    const company = companyOf(each, 'acme');
    // each file has a configuration of its own
    await removeCompany(connection);
    await writeCompany(connection, company);
    if (each.as === 'callbacks') await loadKey(connection, keys, company.name);
    const file = landCase(each, bytes, company.name);
    const receiptId = file.receipt_id;
    try {
      const loaded = await loadLanded(connection, file, company);
      if (loaded.status === 'loaded') return { outcome: await read(each, receiptId, loaded.rows), receiptId };
      const [row] = await readRows(connection, `select load_message from raw.receipt where receipt_id = ${receiptId}`);
      return { outcome: { status: 'refused', message: String(row?.load_message) }, receiptId };
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      const isRefusal = error instanceof TieoutError;
      return {
        outcome: isRefusal ? { status: 'refused', message } : { status: 'crashed', message: stack ?? message },
        receiptId,
      };
    } finally {
      rmSync(file.path, { force: true });
    }
  }

  return {
    /** The bytes of a file, with its callbacks signed. */
    bytesOf: (each: CorpusCase) => bytesOf(each, keys),
    /** Loads bytes as if they were this file. Whatever stays behind is a problem, in words. */
    async load(each: CorpusCase, bytes: Buffer) {
      const { outcome, receiptId } = await outcomeOf(each, bytes);
      return { outcome, problems: await leftBehind(receiptId, outcome.status === 'refused') };
    },
    close,
  };
}
