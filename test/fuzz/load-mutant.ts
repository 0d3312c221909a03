import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { writeCompany } from '../../src/company/write-company.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import { type FileFormat, fileFormats } from '../../src/domain/file-format.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { execute, readRows, textOf } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import type { CorpusCase } from '../given/corpus-case.ts';
import { bytesOf, companyOf, landCase, loadKey, tablesOfFiles } from '../given/corpus-file.ts';
import { loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

/** What a file became. */
export type Loaded = {
  status: 'loaded';
  format: FileFormat | undefined;
  headerLine: number | null;
  dateOrder: string | null;
  rows: number;
  rejected: number;
  /** The lines that are facts, rejected rows, or totals that agree with the lines. */
  lines: number[];
  /** Facts without what depends on their place in the file, and how often each occurs. */
  facts: Map<string, number>;
  amounts: Map<string, number>;
  /** Closing less opening balances that the file states, against the sum of its lines; null where it does not state both. */
  proof: { stated: string; counted: string } | null;
};
export type Outcome =
  | Loaded
  | { status: 'refused'; code: string; message: string }
  | { status: 'crashed'; error: unknown };

const tableOf = {
  statement: 'core.payment',
  orders: 'core.merchant_order',
  bank: 'core.bank_line',
  callbacks: 'core.callback',
} as const;
/** What is not content: the place of a line, when it was received, and keys that are made of the content. */
const positional = [
  'company',
  'receipt_id',
  'line_no',
  'known_from',
  'known_to',
  'content_hash',
  'occurrence',
  'bank_line_key',
  'received_at',
];

/** Loads files of the corpus, one after another, in one warehouse, and removes each again. */
export type MutantLoader = {
  /** Loads bytes as if they were this file. Whatever stays behind is a problem, in words. */
  load(each: CorpusCase, bytes: Buffer): Promise<{ outcome: Outcome; problems: string[] }>;
  /** The bytes of a file, with its callbacks signed. */
  bytesOf(each: CorpusCase): Buffer;
  close(): void;
};

export async function openMutantLoader(): Promise<MutantLoader> {
  const warehouse = await givenWarehouse();
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tables = await tablesOfFiles(warehouse.connection);
  const columns = new Map<string, string>();
  for (const table of Object.values(tableOf)) columns.set(table, await contentColumns(warehouse, table));
  const companies = new Map<string, CompanyConfig>();

  async function knownCompany(each: CorpusCase) {
    const known = companies.get(each.name);
    if (known !== undefined) return known;
    const company = companyOf(each, `file-${companies.size + 1}`);
    await writeCompany(warehouse.connection, company);
    if (each.as === 'callbacks') await loadKey(warehouse.connection, keys, company.name);
    companies.set(each.name, company);
    return company;
  }

  async function factsOf(table: string, receiptId: number) {
    const id = { id: receiptId };
    const rows = await readRows(
      warehouse.connection,
      `select line_no::bigint as line_no, amount::text as amount, to_json({${columns.get(table)}})::text as fact from ${table} where receipt_id = $id`,
      id,
    );
    const rejected = await readRows(
      warehouse.connection,
      `select distinct line_no::bigint as line_no from staging.rejected_row where receipt_id = $id
       union all select line_no::bigint from raw.summary_row where receipt_id = $id`,
      id,
    );
    return { rows, rejected };
  }

  async function read(each: CorpusCase, receiptId: number, outcomeRows: number): Promise<Loaded> {
    const { rows, rejected } = await factsOf(tableOf[each.as], receiptId);
    const id = { id: receiptId };
    const [receipt] = await readRows(
      warehouse.connection,
      'select format, header_line, date_order from raw.receipt where receipt_id = $id',
      id,
    );
    const [proof] =
      each.as === 'bank' && rejected.length === 0 ? await readRows(warehouse.connection, proofQuery, id) : [];
    return {
      status: 'loaded',
      format: fileFormats.find((format) => format === receipt?.format),
      headerLine: typeof receipt?.header_line === 'number' ? receipt.header_line : null,
      dateOrder: typeof receipt?.date_order === 'string' ? receipt.date_order : null,
      rows: outcomeRows,
      rejected: rejected.length,
      lines: [...rows, ...rejected].map(({ line_no }) => Number(line_no)),
      facts: counted(rows.map((row) => textOf(row, 'fact'))),
      amounts: counted(rows.map(({ amount }) => String(amount))),
      proof: typeof proof?.stated === 'string' ? { stated: proof.stated, counted: String(proof.counted) } : null,
    };
  }

  async function leftOpen(receiptId: number, isRefused: boolean): Promise<string[]> {
    const problems: string[] = [];
    try {
      await execute(warehouse.connection, 'begin');
    } catch {
      problems.push('a transaction is still open');
    }
    await execute(warehouse.connection, 'rollback');
    const temporary = await readRows(warehouse.connection, `select table_name from duckdb_tables() where temporary`);
    for (const row of temporary) {
      const name = textOf(row, 'table_name');
      problems.push(`the temporary table ${name} is still there`);
      await execute(warehouse.connection, `drop table temp.${name}`);
    }
    for (const table of tables) {
      const removed = await execute(warehouse.connection, `delete from ${table} where receipt_id = $id`, {
        id: receiptId,
      });
      if (isRefused && removed > 0 && table !== 'raw.receipt')
        problems.push(`${removed} rows of a refused file are in ${table}`);
    }
    return problems;
  }

  return {
    bytesOf: (each) => bytesOf(each, keys),
    async load(each, bytes) {
      const company = await knownCompany(each);
      const file = landCase(each, bytes, company.name);
      let outcome: Outcome;
      try {
        const loaded = await loadLanded(warehouse.connection, file, company);
        outcome =
          loaded.status === 'loaded'
            ? await read(each, file.receipt_id, loaded.rows)
            : { status: 'refused', ...(await refusalOf(warehouse, file.receipt_id)) };
      } catch (error) {
        outcome =
          error instanceof TieoutError
            ? { status: 'refused', code: error.code, message: error.message }
            : { status: 'crashed', error };
      }
      const problems = await leftOpen(file.receipt_id, outcome.status === 'refused');
      rmSync(file.path, { force: true });
      return { outcome, problems };
    },
    close: () => warehouse.close(),
  };
}

const proofQuery = `
  select
    (select if(count(*) > 0 and count(*) = count(number.opening) and count(*) = count(number.closing),
       sum(number.closing - number.opening)::decimal(38, 4)::text, null)
     from (
       select try_cast(replace(opening, ',', '.') as decimal(38, 6)) as opening, try_cast(replace(closing, ',', '.') as decimal(38, 6)) as closing
       from raw.file_claim where receipt_id = $id
     ) as number) as stated,
    (select coalesce(sum(amount), 0)::decimal(38, 4)::text from core.bank_line where receipt_id = $id) as counted`;

async function contentColumns({ connection }: Warehouse, table: string): Promise<string> {
  const rows = await readRows(
    connection,
    `select column_name as name from duckdb_columns() where schema_name || '.' || table_name = $table order by column_index`,
    { table },
  );
  return rows
    .map((row) => textOf(row, 'name'))
    .filter((name) => !positional.includes(name))
    .map((name) => `${name}: ${name}`)
    .join(', ');
}

async function refusalOf({ connection }: Warehouse, receiptId: number): Promise<{ code: string; message: string }> {
  const [row] = await readRows(connection, 'select load_code, load_message from raw.receipt where receipt_id = $id', {
    id: receiptId,
  });
  return { code: String(row?.load_code), message: String(row?.load_message) };
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
