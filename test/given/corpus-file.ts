import { type KeyPairKeyObjectResult, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { removeCompany } from '../../src/company/write-company.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import { configSchema } from '../../src/config/schema.ts';
import { execute, readRows, textOf } from '../../src/warehouse/duckdb-values.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import type { CorpusCase } from './corpus-case.ts';
import { landed, loadLanded } from './landed.ts';

const kindOf = { statement: 'statement', orders: 'orders', bank: 'bank_statement', callbacks: 'callbacks' } as const;

/** The company of a file of the corpus, as its configuration file gives it, with all defaults. */
export function companyOf(
  { currencies, zone, configuration }: Pick<CorpusCase, 'currencies' | 'zone' | 'configuration'>,
  name: string,
): CompanyConfig {
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'TIEOUT_TEST_SECRET' } };
  const [company] = configSchema.parse({
    companies: [{ name, zone, currencies, gateway, ...configuration }],
  }).companies;
  if (company === undefined) throw new Error('there is no company');
  return company;
}

/** The bytes of a file of the corpus; in a file of callbacks, `{{signature}}` becomes the signature of the line's body. */
export function bytesOf({ as, path }: CorpusCase, { privateKey }: KeyPairKeyObjectResult): Buffer {
  const bytes = readFileSync(path);
  if (as !== 'callbacks' || !bytes.includes('{{signature}}')) return bytes;
  const lines = bytes.toString('utf8').split('\n');
  const signed = lines.map((line) => {
    if (!line.includes('{{signature}}')) return line;
    const { body }: { body: string } = JSON.parse(line);
    return line.replace('{{signature}}', sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64'));
  });
  return Buffer.from(signed.join('\n'));
}

/** Loads the key with which the callbacks of a company are verified. */
export async function loadKey(
  connection: DuckDBConnection,
  { publicKey }: KeyPairKeyObjectResult,
  company: string,
): Promise<void> {
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  await loadLanded(connection, landed(pem, { kind: 'public_key', source: 'files', company, ext: 'pem' }));
}

/** These bytes in the landing zone, received as the file of the corpus. */
export function landCase(each: CorpusCase, bytes: Buffer, company: string): LandedFile {
  return landed(bytes, {
    kind: kindOf[each.as],
    source: each.as === 'statement' ? 'gateway' : 'files',
    company,
    ext: extname(each.path).slice(1),
    file_name: basename(each.path),
    currency: each.currency ?? (each.currencies.length === 1 ? (each.currencies[0] ?? null) : null),
    zone: each.zone,
    received_at: each.received_at,
    window_from: each.window?.[0] ?? null,
    window_to: each.window?.[1] ?? null,
  });
}

/** Removes every file and its company, so that the next file is that of another company. */
export async function removeFiles(connection: DuckDBConnection): Promise<void> {
  for (const table of await tablesOfFiles(connection)) await execute(connection, `delete from ${table}`);
  await removeCompany(connection);
}

/** Every table that says from which file a row is. */
export async function tablesOfFiles(connection: DuckDBConnection): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select distinct schema_name || '.' || table_name as name
     from duckdb_columns() join duckdb_tables() using (schema_name, table_name)
     where column_name = 'receipt_id' order by name`,
  );
  return rows.map((row) => textOf(row, 'name'));
}
