import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { storedOwnFiles } from '../../warehouse/own-definitions.ts';
import { ownNameTaken } from '../../warehouse/own-files.ts';
import { sqlStatements } from '../../warehouse/sql-files.ts';
import { allReconciliations } from '../reconciliations.ts';
import { type DeclaredPass, readPass } from './declared-pass.ts';
import { checkSearch, isSearch, searchPasses } from './search-passes.ts';

/** The meaning of each pass, from its head in sql/match (`-- Pass: …`), in the order of their names. */
export async function readPassMeaning(): Promise<{ name: string; meaning: string }[]> {
  const queries = (await sqlStatements('match')).flatMap(({ name, text }) => {
    const [, head] = /^-- Pass: ((?:.*\n)(?:-- (?!grain:|reads:).*\n)*)/.exec(text) ?? [];
    if (head === undefined) return [];
    const meaning = head.replaceAll(/\n(?:-- )?/g, ' ').trim();
    return [{ name: name.replace(/^match_/, ''), meaning: meaning.charAt(0).toUpperCase() + meaning.slice(1) }];
  });
  const searches = Object.entries(searchPasses).map(([name, { meaning }]) => ({ name, meaning }));
  return [...queries, ...searches].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The passes that the configuration adds to the reconciliations. */
type OwnPasses = {
  /** By reconciliation, the passes that run after its own, declared as in sql/reconcile. */
  passes: Readonly<Record<string, readonly string[]>>;
  /** The path of the configuration file, for error messages. */
  path: string;
};

function wrongAddition(own: OwnPasses, problem: string, known: readonly string[]): TieoutError {
  return new TieoutError({
    code: 'OWN_PASS_UNKNOWN',
    message: problem,
    remedy: remedyOfPass({ problem, known }),
    place: { file: own.path, key: 'matching.passes' },
    exitStatus: 2,
  });
}

/** The settings of a pass: the parameters of its macro after the records. */
async function settingsOf(connection: DuckDBConnection, pass: string): Promise<string[]> {
  const search = isSearch(pass) ? searchPasses[pass] : undefined;
  if (search !== undefined) return Object.keys(search.settings);
  const rows = await readRows(
    connection,
    `select distinct lower(unnest(parameters[2:])) as setting from duckdb_functions()
     where schema_name = 'recon' and function_type = 'table_macro' and lower(function_name) = $name order by setting`,
    { name: `match_${pass}` },
  );
  return rows.map((row) => textOf(row, 'setting'));
}

/** What is wrong with a declared pass, as a sentence, and what there is instead. */
type PassProblem = { problem: string; known: readonly string[] };

/**
 * A pass that does not exist, or a setting that it does not have. It is looked for before the pass is run, because a pass is only called
 * on a day that has records for it. Throws MATCHING_PASS_WRONG for a setting of a search that is not what it has to be.
 */
export async function problemOfPass(
  connection: DuckDBConnection,
  passes: readonly string[],
  declared: DeclaredPass,
): Promise<PassProblem | undefined> {
  const { pass, settings } = declared;
  if (!passes.includes(pass)) return { problem: `There is no pass named ${pass}.`, known: passes };
  const known = await settingsOf(connection, pass);
  const unknown = Object.keys(settings).find((name) => !known.includes(name));
  if (unknown !== undefined) return { problem: `The pass ${pass} has no setting named ${unknown}.`, known };
  const search = isSearch(pass) ? searchPasses[pass] : undefined;
  if (search !== undefined) await checkSearch(search, declared);
  return undefined;
}

/** What to do about a wrong pass. */
export const remedyOfPass = ({ known }: PassProblem): string =>
  known.length === 0 ? 'Remove it.' : `Use one of: ${known.join(', ')}.`;

/**
 * Writes the further passes of each reconciliation, replacing the previous ones. The user's own passes are created with the warehouse
 * (OWN_NAME_TAKEN, OWN_PASS_UNKNOWN, MATCHING_PASS_WRONG; exit status 2).
 */
export async function writeOwnPasses(connection: DuckDBConnection, own: OwnPasses): Promise<void> {
  await execute(connection, 'delete from recon.own_pass');
  const given = (await readPassMeaning()).map(({ name }) => name);
  const files = (await storedOwnFiles(connection))
    .filter(({ kind }) => kind === 'pass')
    .map((file) => ({ ...file, pass: file.name.replace(/^match_/, '') }));
  // searches have no file in sql/match
  const search = files.find(({ pass }) => isSearch(pass));
  if (search !== undefined) throw ownNameTaken(search, `${search.pass} is a match pass of tieout`);
  if (Object.keys(own.passes).length === 0) return;
  const matching = (await allReconciliations(connection))
    .filter(({ hasRecords }) => hasRecords)
    .map(({ name }) => name);
  const passes = [...given, ...files.map(({ pass }) => pass)];
  for (const [reconciliation, declared] of Object.entries(own.passes)) {
    if (!matching.includes(reconciliation))
      throw wrongAddition(own, `No reconciliation named ${reconciliation} matches records.`, matching);
    for (const [place, text] of declared.entries()) {
      const read = readPass(text, own.path);
      const { pass } = read;
      const wrong = await problemOfPass(connection, passes, { ...read, file: own.path });
      if (wrong !== undefined) throw wrongAddition(own, wrong.problem, wrong.known);
      const file = files.find((each) => each.pass === pass)?.path ?? own.path;
      await execute(connection, 'insert into recon.own_pass values ($reconciliation, $place, $text, $file)', {
        reconciliation,
        place,
        text,
        file,
      });
    }
  }
}

/** The passes that the configuration adds to a reconciliation, in their order. */
export async function readOwnPasses(connection: DuckDBConnection, reconciliation: string): Promise<DeclaredPass[]> {
  const rows = await readRows(
    connection,
    'select place, declared, file from recon.own_pass where reconciliation = $reconciliation order by place',
    { reconciliation },
  );
  return rows.map((row) => {
    const file = textOf(row, 'file');
    return { ...readPass(textOf(row, 'declared'), file), file };
  });
}
