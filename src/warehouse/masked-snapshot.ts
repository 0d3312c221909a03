import { chmod, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sync } from '../disk/files.ts';
import { withFigures } from '../messages/message.ts';
import { type KnownValues, knownValues, maskedJson } from '../privacy/known-values.ts';
import { openPseudonyms, type Pseudonyms } from '../privacy/pseudonym.ts';
import { derivedTables } from './definitions.ts';
import { deriveWithin } from './derive.ts';
import { execute, readRows, sqlName, sqlText, textOf } from './duckdb-values.ts';
import { fillMart } from './fill-mart.ts';
import { openWarehouse, type Warehouse, type WarehouseLimits, withReader } from './open.ts';
import { logPath } from './open-copy.ts';
import { provenCopy } from './open-read-only.ts';
import { storedOwnFiles } from './own-definitions.ts';
import type { OwnFile } from './own-files.ts';
import { leftOvers, unfinishedPath } from './publish.ts';
import { replaceSealed, sealPath, sweepUnfinished, trustOwnCopy } from './seal.ts';
import { registerTextFunction } from './text-function.ts';
import { raiseThreads } from './threads.ts';

/**
 * The kinds of masking for a text column of a masked snapshot.
 * value: a keyed hash of the whole value, so that records of one person can still be joined
 * text: a keyed hash of the whole text, for texts written by outsiders
 * json: JSON from outside, with its personal values and texts as keyed hashes
 * prose: the text, with keyed hashes in place of known names, numbers and e-mail addresses
 * other: like prose, but values of one word are kept, because a code or a reference may be the same word
 * In a message of a rule, prose and other apply to the texts of its figures.
 */
type Masking = 'value' | 'text' | 'json' | 'prose' | 'other';

const byName: Readonly<Record<string, Masking>> = {
  customer_name: 'value',
  customer_email: 'value',
  customer: 'value',
  client: 'value',
  client_email: 'value',
  email: 'value',
  account_number: 'value',
  paid_account_number: 'value',
  paid_name: 'value',
  counterparty: 'value',
  // a hash without a key, from which values could be guessed
  content_hash: 'value',
  description: 'text',
  raw_text: 'text',
  written: 'text',
  example_figures: 'text',
  label: 'text',
  other_cells: 'json',
  cells: 'json',
  body: 'json',
  reason: 'prose',
  reason_parts: 'prose',
  rejection_reason: 'prose',
  evidence: 'prose',
  runners_up: 'prose',
  note: 'prose',
  notes: 'prose',
  signed_text: 'prose',
  load_message: 'prose',
  file_name: 'prose',
  located: 'prose',
  refusal: 'prose',
};

const byColumn: Readonly<Record<string, Masking>> = {
  'core.recipient.name': 'value',
  'raw.unexpected.value': 'text',
  'core.company_calendar.description': 'other',
  'core.list_line.words': 'text',
  'recon.sentence.message': 'prose',
  'recon.sentence.sentence': 'prose',
};

/** The kind of masking of a text column. An unknown column is searched like any text. */
const maskingOf = (schema: string, table: string, column: string): Masking =>
  byColumn[`${schema}.${table}.${column}`] ?? byName[column] ?? 'other';

type TextColumn = { name: string; type: string; masking: Masking };
type Table = { schema: string; name: string; columns: string[]; texts: TextColumn[] };
type Source = { own: OwnFile[]; tables: Table[]; values: Set<string> };

async function tablesOf(connection: DuckDBConnection): Promise<Table[]> {
  const rows = await readRows(
    connection,
    `select columns.schema_name, columns.table_name, columns.column_name, columns.data_type
     from duckdb_columns() as columns
     inner join duckdb_tables() as tables using (database_oid, schema_oid, table_oid)
     where not columns.internal and columns.database_name = current_database() and not tables.temporary
     order by all`,
  );
  // derived again, from the masked records
  const derived = new Set((await derivedTables('core', 'recon', 'mart')).map(({ name }) => name));
  const tables = new Map<string, Table>();
  for (const row of rows) {
    const [schema, name] = [textOf(row, 'schema_name'), textOf(row, 'table_name')];
    if (derived.has(`${schema}.${name}`)) continue;
    const [column, type] = [textOf(row, 'column_name'), textOf(row, 'data_type')];
    const table = tables.get(`${schema}.${name}`) ?? { schema, name, columns: [], texts: [] };
    table.columns.push(column);
    if (/^(?:VARCHAR|JSON)/.test(type))
      table.texts.push({ name: column, type, masking: maskingOf(schema, name, column) });
    tables.set(`${schema}.${name}`, table);
  }
  return [...tables.values()];
}

/** The sources of a masked copy: the tables, the user's own files, and the values that identify people. */
async function readSource({ connection }: Warehouse): Promise<Source> {
  const tables = await tablesOf(connection);
  const values = new Set<string>();
  for (const { schema, name, texts } of tables)
    for (const column of texts) {
      if (column.masking !== 'value' || column.name === 'content_hash') continue;
      const field = sqlName(column.name);
      const sql = `select distinct ${field} as value from ${sqlName(schema)}.${sqlName(name)} where ${field} is not null`;
      for (const row of await readRows(connection, sql)) values.add(textOf(row, 'value'));
    }
  return { own: await storedOwnFiles(connection), tables, values };
}

/** Registers one SQL function for each kind of masking. */
async function registerMaskings(
  connection: DuckDBConnection,
  pseudonyms: Pseudonyms,
  known: KnownValues,
): Promise<void> {
  const maskings: Record<Masking, (value: string) => string> = {
    value: pseudonyms.ofValue,
    text: pseudonyms.ofText,
    json: (value) =>
      maskedJson(value, pseudonyms, (plain) => known.masked(plain, (found) => pseudonyms.ofValue(found), false)),
    prose: (value) => withFigures(value, (text) => known.masked(text, pseudonyms.ofValue, true)),
    other: (value) => withFigures(value, (text) => known.masked(text, pseudonyms.ofValue, false)),
  };
  for (const [name, masked] of Object.entries(maskings))
    await registerTextFunction(connection, `masked_${name}`, masked);
}

function maskedColumn(name: string, texts: readonly TextColumn[]): string {
  const text = texts.find((each) => each.name === name);
  const field = sqlName(name);
  if (text === undefined) return field;
  const call = `masked_${text.masking}`;
  if (text.type.endsWith('[]')) return `list_transform(${field}, lambda each: ${call}(each)) as ${field}`;
  return `${call}(${field}::varchar)${text.type === 'JSON' ? '::json' : ''} as ${field}`;
}

/** Kinds of records that the program itself writes; their keys and words are not personal, and are needed unchanged. */
const ownKinds = ['configuration', 'requests'];

function maskedBody(): string {
  const isOwn = `receipt_id in (select receipt_id from source.raw.receipt where kind in (${ownKinds.map(sqlText).join(', ')}))`;
  return `case when ${isOwn} then masked_prose(body::varchar) else masked_json(body::varchar) end::json as body`;
}

async function fill(connection: DuckDBConnection, { tables }: Source): Promise<void> {
  for (const { schema, name, columns, texts } of tables) {
    const table = `${sqlName(schema)}.${sqlName(name)}`;
    // removes the rows that opening a warehouse writes: currencies, and the list of its own definitions
    await execute(connection, `delete from ${table}`);
    const isOurs = schema === 'main' || name === 'own_file';
    const selected = columns.map((column) =>
      `${schema}.${name}.${column}` === 'raw.json_record.body'
        ? maskedBody()
        : maskedColumn(column, isOurs ? [] : texts),
    );
    await execute(connection, `insert into ${table} by name select ${selected.join(', ')} from source.${table}`);
  }
}

/**
 * Writes a copy of a snapshot with keyed hashes instead of personal data into a separate file. No personal value of the snapshot is ever
 * written to that file, so no freed page contains one either. `snapshot` is a private copy of the published snapshot (provenCopy),
 * because it is opened twice, and the published file may be replaced, or locked by another program, in between.
 */
export async function writeMasked(
  snapshot: string,
  target: string,
  key: Buffer,
  limits: WarehouseLimits = {},
): Promise<void> {
  const source = await withReader(snapshot, readSource, { limits });
  const { connection, close } = await openWarehouse(target, limits, source.own);
  try {
    await raiseThreads(connection, (await stat(snapshot)).size);
    await registerMaskings(connection, openPseudonyms(key), knownValues(source.values));
    await connection.run(`attach ${sqlText(snapshot)} as source (read_only)`);
    await fill(connection, source);
    await connection.run('detach source');
    await execute(connection, 'update recon.run set is_in_mart = false');
    await deriveWithin(connection);
    await fillMart(connection);
    await connection.run('checkpoint');
  } finally {
    close();
  }
  await trustOwnCopy(target);
}

/** The files of a masked snapshot, which exist only after its key was made. */
export const filesOfMasked = (path: string): string[] => [path, sealPath(path)];

/** Removes a masked snapshot that is no longer configured. */
export async function removeMasked(path: string): Promise<void> {
  for (const each of [...filesOfMasked(path), logPath(path)]) await rm(each, { force: true });
}

/** Lets the group reach a file without listing the folders on the way. */
async function openWay(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { mode } = await stat(folder);
    if ((mode & 0o010) === 0) await chmod(folder, (mode & 0o7777) | 0o010);
  }
}

/** Publishes the sealed, masked copy of a snapshot beside it. For readers of the group, the `folders` on the way are opened. */
export async function publishMasked(
  { snapshot, masked, key, folders }: { snapshot: string; masked: string; key: Buffer; folders: readonly string[] },
  { readers, limits }: { readers: 'owner' | 'group'; limits: WarehouseLimits },
): Promise<void> {
  await sweepUnfinished(masked, await leftOvers(masked));
  const [source, temporary] = [unfinishedPath(masked), unfinishedPath(masked)];
  try {
    await provenCopy(snapshot, source);
    await writeMasked(source, temporary, key, limits);
    await chmod(temporary, readers === 'group' ? 0o440 : 0o400);
    await sync(temporary);
    await replaceSealed(temporary, masked);
  } finally {
    for (const path of [source, temporary, `${temporary}.wal`]) await rm(path, { force: true });
  }
  if (readers === 'group') await openWay([...folders, dirname(masked)]);
}
