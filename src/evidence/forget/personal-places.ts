import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { filesBelow, isNotThere, isThere, sha256OfFile } from '../../disk/files.ts';
import { proveObject } from '../../disk/object.ts';
import { type Receipt, receiptName } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { Landing } from '../../landing/landing.ts';
import type { ObjectReplacement } from '../../landing/tombstone.ts';
import { type ValueFinder, valueFinder } from '../../privacy/find-values.ts';
import { type Decision, decisionSchema } from '../../reconcile/decision/decision.ts';
import { readRows, sqlName, sqlText, textOf } from '../../warehouse/duckdb-values.ts';
import { openEmptyWarehouse, type Warehouse, withReader } from '../../warehouse/open.ts';
import { sealPath } from '../../warehouse/seal.ts';
import { NotLookedInto, redactFile } from './redact-file.ts';

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A redacted copy that is written but not in place yet. */
type Copy = ObjectReplacement & { file: string };

/** Records whose content is itself evidence, and which are never redacted: runs, sealed packs, tombstones and configurations. */
const unchanged: ReadonlySet<string> = new Set([
  'run',
  'close',
  'close_sums',
  'reopening',
  'tombstone',
  'configuration',
]);

/** The program's own records that refer to a received file by its hash. */
const namesFiles: ReadonlySet<string> = new Set(['declared_span', 'decision']);

/**
 * The redacted copy of a file; undefined if it does not contain any of the values. A file that cannot be searched is kept, and listed with the
 * places.
 */
async function copyOf(landing: Landing, receipt: Receipt, finder: ValueFinder): Promise<Copy | undefined> {
  const path = landing.objectPath(receipt);
  await proveObject({ path, sha256: receipt.sha256, file_name: receiptName(receipt) });
  const file = landing.temporaryPath();
  const isFound = await redactFile(path, file, finder).catch((error: unknown) => {
    if (error instanceof NotLookedInto) return false;
    throw error;
  });
  if (!isFound) return undefined;
  const [new_sha256, { size }] = [await sha256OfFile(file), await stat(file)];
  return { sha256: receipt.sha256, ext: receipt.ext, new_sha256, new_bytes: size, file };
}

/** Signed decisions, and decisions to which a signed record refers by hash: redacting them would invalidate the signature. */
async function signedDecisions(landing: Landing, receipts: readonly Receipt[]): Promise<Map<Receipt, string>> {
  const read: { receipt: Receipt; decision: Decision }[] = [];
  for (const receipt of receipts.filter(({ kind }) => kind === 'decision')) {
    const { success, data: decision } = decisionSchema.safeParse(parsedJson(await landing.read(receipt)));
    if (success) read.push({ receipt, decision });
  }
  const signed = read.filter(({ decision: { signature } }) => (signature ?? null) !== null);
  const ids = new Set(
    signed.flatMap(({ decision: { decision_id, approves, undoes } }) => [decision_id, approves, undoes]),
  );
  return new Map(
    read.flatMap(({ receipt, decision: { decision_id: id } }) => (ids.has(id) ? [[receipt, id] as const] : [])),
  );
}

/** The copies to put in place, and the ids of signed decisions that contain a value and are left unchanged. */
export type Copies = { copies: Copy[]; signed: string[] };

/**
 * The redacted copies of every received file that contains one of the values, and of the program's own records that refer to such a file
 * by its hash. A signed decision is left unchanged, and its id returned. Throws LANDING_OBJECT_DAMAGED or LANDING_OBJECT_MISSING.
 */
export async function planCopies(landing: Landing, finder: ValueFinder): Promise<Copies> {
  const kept = landing.receipts().filter(({ removed }) => removed === undefined);
  const receipts = [...new Map(kept.map((each) => [`${each.sha256}.${each.ext}`, each])).values()].filter(
    ({ kind }) => !unchanged.has(kind),
  );
  const signedRecords = await signedDecisions(landing, receipts);
  const copies: Copy[] = [];
  for (const receipt of receipts.filter(({ kind }) => !namesFiles.has(kind))) {
    const copy = await copyOf(landing, receipt, finder);
    if (copy !== undefined) copies.push(copy);
  }
  const hashes = valueFinder(copies.map(({ sha256, new_sha256 }) => ({ value: sha256, by: new_sha256 })));
  const both: ValueFinder = {
    isIn: (bytes) => finder.isIn(bytes) || hashes.isIn(bytes),
    redacted: (bytes) => hashes.redacted(finder.redacted(bytes)),
    redactedText: (text) => hashes.redactedText(finder.redactedText(text)),
  };
  const signed: string[] = [];
  for (const receipt of receipts.filter(({ kind }) => namesFiles.has(kind))) {
    const id = signedRecords.get(receipt);
    if (id !== undefined) {
      if (finder.isIn(await landing.read(receipt))) signed.push(id);
      continue;
    }
    const copy = await copyOf(landing, receipt, both);
    if (copy !== undefined) copies.push(copy);
  }
  return { copies, signed };
}

/** With more values than this, searching each text once is faster than comparing it with each value. */
const fewValues = 50;

/** The text columns of a database that contain one of the values. */
async function columnsWith(
  { connection }: Warehouse,
  values: readonly string[],
  finder: ValueFinder,
): Promise<string[]> {
  const columns = await readRows(
    connection,
    `select columns.schema_name as s, columns.table_name as t, columns.column_name as c
     from duckdb_columns() as columns
     inner join duckdb_tables() as tables using (database_oid, schema_oid, table_oid)
     where not columns.internal and (columns.data_type like 'VARCHAR%' or columns.data_type = 'JSON') order by all`,
  );
  const found: string[] = [];
  for (const row of columns) {
    const [schema, table, column] = [textOf(row, 's'), textOf(row, 't'), textOf(row, 'c')];
    const field = `${sqlName(column)}::varchar`;
    const texts = await readRows(
      connection,
      `select distinct ${field} as value from ${sqlName(schema)}.${sqlName(table)} as each
       where ${field} is not null and (len(from_json($values, '["VARCHAR"]')) > ${fewValues} or exists (
         select 1 from (select unnest(from_json($values, '["VARCHAR"]')) as known)
         where contains(lower(${field}), lower(known))
       ))`,
      { values: JSON.stringify(values) },
    );
    if (texts.some((text) => finder.isIn(Buffer.from(textOf(text, 'value')))))
      found.push(`${schema}.${table}.${column}`);
  }
  return found;
}

/** Whether a text of a Parquet file, whose bytes are compressed, contains one of the values. */
async function isInParquet(path: string, values: readonly string[], finder: ValueFinder): Promise<boolean> {
  const opened = await openEmptyWarehouse();
  try {
    await opened.connection.run(`create table file as from read_parquet(${sqlText(path)})`);
    return (await columnsWith(opened, values, finder)).length > 0;
  } finally {
    opened.close();
  }
}

/** The places of a file that contain one of the values. The warehouse in use is not searched; the snapshot published from it is. */
async function placesIn(
  path: string,
  name: string,
  values: readonly string[],
  finder: ValueFinder,
): Promise<readonly string[]> {
  try {
    if (finder.redactedText(name) !== name) return [name];
    if (basename(path) === 'tieout.duckdb') return [];
    if (path.endsWith('.duckdb')) {
      // the database may also be a copy that somebody made to analyse it
      const options = { isPublished: await isThere(sealPath(path)), ofAnyVersion: true };
      const columns = await withReader(path, (opened) => columnsWith(opened, values, finder), options);
      return columns.map((column) => `${name}: ${column}`);
    }
    if (path.endsWith('.parquet')) return (await isInParquet(path, values, finder)) ? [name] : [];
    return (await redactFile(path, undefined, finder)) ? [name] : [];
  } catch (error) {
    if (error instanceof NotLookedInto) return [`${name} (${error.message})`];
    if (error instanceof TieoutError) return [`${name} (not looked into: ${error.message})`];
    // a download or a copy that its process has removed since
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** The places of the values, below some folders and in some files: paths from the data directory, and columns of databases. */
export async function placesOf(
  dataDir: string,
  {
    folders,
    files,
    isOthers,
  }: { folders: readonly string[]; files: readonly string[]; isOthers(path: string): boolean },
  values: readonly string[],
  finder: ValueFinder,
): Promise<string[]> {
  const all = [...files, ...(await Promise.all(folders.map(filesBelow))).flat()];
  const places: string[] = [];
  for (const path of all.filter((each) => !isOthers(each)))
    places.push(...(await placesIn(path, relative(dataDir, path), values, finder)));
  return places;
}
