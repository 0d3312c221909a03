import type { BroughtKind } from '../connectors/connector.ts';
import { fillCurrencies } from './currency-table.ts';
import {
  type DefinitionFolder,
  definitionFiles,
  makeDefinitions,
  namesIn,
  namesMade,
  runStatement,
} from './definitions.ts';
import { inTransaction } from './in-transaction.ts';
import { openEmptyWarehouse, type Warehouse } from './open.ts';
import { schemaFiles } from './prepare-warehouse.ts';
import { connectorFolders, type SqlStatement, sqlRoot, sqlStatements } from './sql-files.ts';

/** The names of objects that the statements of loading in TypeScript use. */
const usedByProgram = [
  ...['staging.currency_exponent', 'core.company_terms', 'staging.is_record', 'staging.has_short_year'],
  'staging.with_long_year',
];

/**
 * The views and macros that statements use, directly or through one another. Every mention of a name counts as a use, so that none is
 * missing. A definition without a name of its own is used.
 */
function usedDefinitions(folders: readonly DefinitionFolder[], texts: readonly string[]): DefinitionFolder[] {
  const byName = new Map<string, SqlStatement[]>();
  const used = new Set<SqlStatement>();
  for (const file of folders.flatMap(({ files }) => files)) {
    const names = namesMade(file);
    if (names.length === 0) used.add(file);
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const toSearch = [...texts, ...usedByProgram, ...[...used].map(({ text }) => text)];
  for (let text = toSearch.pop(); text !== undefined; text = toSearch.pop()) {
    for (const name of namesIn(text)) {
      for (const file of byName.get(name) ?? []) {
        used.add(file);
        toSearch.push(file.text);
      }
      byName.delete(name);
    }
  }
  return folders.map(({ folder, files }) => ({ folder, files: files.filter((file) => used.has(file)) }));
}

type KindToRead = Pick<BroughtKind, 'load' | 'import'>;

/** What reading files of these kinds runs: the statements of sql/load, and those of the plans except the ones that keep lines. */
async function readingTexts(kinds: readonly KindToRead[], root: string): Promise<string[]> {
  const connectors = (await connectorFolders(root)).map(({ folder }) => folder);
  const statements = (await Promise.all(['load', ...connectors].map((folder) => sqlStatements(folder, root)))).flat();
  const plans = kinds.flatMap(({ load }) => (load.format === 'table' || load.format === 'records' ? [load] : []));
  const tables = plans.flatMap((plan) => (plan.format === 'table' ? [plan] : []));
  const named = [
    ...plans.flatMap(({ steps }) => steps),
    ...tables.flatMap(({ noted = [], summed = [], derived = [], examine = [] }) => [
      ...noted,
      ...[summed].flat(),
      ...derived,
      ...examine,
    ]),
    ...kinds.map((kind) => kind.import?.figures ?? ''),
    ...['date_evidence', 'date_exchanged', 'calendar_day_insert', 'stated_span', 'currency_column', 'currency_stated'],
    'currency_of_file',
    ...['summary_proof', 'summary_contradiction', 'summary_row_insert', 'summary_row_note'],
  ].map((name) => name.slice(name.lastIndexOf('/') + 1));
  return [
    ...plans.map(({ staged }) => staged ?? ''),
    ...statements.filter(({ name }) => named.includes(name)).map(({ text }) => text),
  ];
}

/**
 * Opens a database in memory in which files of these kinds are read as a run loads them, and nothing is kept or reconciled. It has all
 * tables, and of the views and macros only those that reading and the further statements (`also`) use: the others are most of the cost of
 * an empty warehouse.
 */
export async function openReadingWarehouse(
  kinds: readonly KindToRead[],
  root = sqlRoot,
  also: readonly string[] = [],
): Promise<Warehouse> {
  const warehouse = await openEmptyWarehouse();
  const { connection } = warehouse;
  try {
    const folders = usedDefinitions(await definitionFiles(root), [...(await readingTexts(kinds, root)), ...also]);
    await inTransaction(connection, async () => {
      for (const file of await schemaFiles(root)) await runStatement(connection, file);
      await fillCurrencies(connection);
      await makeDefinitions(connection, folders);
    });
  } catch (cause) {
    warehouse.close();
    throw cause;
  }
  return warehouse;
}
