import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { sqlFiles } from '../../warehouse/sql-files.ts';
import { reconciliations } from '../definitions.ts';
import { type DeclaredPass, readPass } from './declared-pass.ts';
import { readPassMeaning } from './pass-meaning.ts';
import { sumPass } from './sum-in-window.ts';

/** The passes that the configuration adds to the reconciliations. */
export type OwnPasses = {
  /** The folder with the user's own passes, one file each. */
  folder?: string | undefined;
  /** By reconciliation, the passes that run after its own, declared as in sql/reconcile. */
  passes: Readonly<Record<string, readonly string[]>>;
  /** The path of the configuration file, for error messages. */
  path: string;
};

type OwnFile = { name: string; path: string; text: string };

function wrongFile(path: string, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'OWN_PASS_WRONG',
    message: `The pass in ${basename(path)} cannot be taken: ${problem}.`,
    remedy:
      'Give it one statement, `create or replace macro recon.match_NAME(records, …) as table (…)` in match_NAME.sql; the files of sql/match are examples.',
    place: { file: path },
    exitStatus: 2,
    cause,
  });
}

async function ownFiles(folder: string): Promise<OwnFile[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    throw wrongFile(folder, 'the folder cannot be read', cause);
  }
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const [, name] = /^match_([a-z][a-z0-9_]*)\.sql$/.exec(file) ?? [];
      if (name === undefined) throw wrongFile(path, 'its name is not match_NAME.sql, in small letters, digits and _');
      return { name, path, text: await readFile(path, 'utf8') };
    }),
  );
}

/** Creates the macro of a file, which must contain nothing else. */
async function makeMacro(connection: DuckDBConnection, { name, path, text }: OwnFile): Promise<void> {
  const head = new RegExp(
    String.raw`^(?:\s|--[^\n]*\n)*create\s+(?:or\s+replace\s+)?macro\s+recon\.match_${name}\s*\(\s*records\s*[,)]`,
    'i',
  );
  if (!head.test(text))
    throw wrongFile(path, `it does not begin with create or replace macro recon.match_${name}(records`);
  try {
    const { count } = await connection.extractStatements(text);
    if (count !== 1) throw wrongFile(path, `it holds ${count} statements`);
    await execute(connection, text.replace(/create\s+macro/i, 'create or replace macro'));
  } catch (cause) {
    if (cause instanceof TieoutError) throw cause;
    throw wrongFile(
      path,
      cause instanceof Error ? (cause.message.split('\n')[0] ?? '').replace(/\.$/, '') : String(cause),
      cause,
    );
  }
}

function wrongAddition(own: OwnPasses, problem: string, known: readonly string[]): TieoutError {
  return new TieoutError({
    code: 'OWN_PASS_UNKNOWN',
    message: problem,
    remedy: `There are: ${known.join(', ')}.`,
    place: { file: own.path, key: 'matching.passes' },
    exitStatus: 2,
  });
}

/**
 * Creates the user's own passes and writes which reconciliation uses which, replacing the previous ones
 * (OWN_PASS_WRONG, OWN_PASS_UNKNOWN, MATCHING_PASS_WRONG; exit status 2).
 */
export async function writeOwnPasses(connection: DuckDBConnection, own: OwnPasses): Promise<void> {
  await execute(connection, 'delete from recon.own_pass');
  const files = own.folder === undefined ? [] : await ownFiles(own.folder);
  const given = (await readPassMeaning()).map(({ name }) => name);
  const taken = [...(await sqlFiles('match')).map(({ name }) => name), `match_${sumPass}`];
  for (const file of files) {
    if (taken.includes(`match_${file.name}`)) throw wrongFile(file.path, 'sql/match has one of this name');
    await makeMacro(connection, file);
  }
  if (Object.keys(own.passes).length === 0) return;
  const matching = (await reconciliations()).filter(({ hasRecords }) => hasRecords).map(({ name }) => name);
  const passes = [...given, ...files.map(({ name }) => name)];
  for (const [reconciliation, declared] of Object.entries(own.passes)) {
    if (!matching.includes(reconciliation))
      throw wrongAddition(own, `No reconciliation named ${reconciliation} matches records.`, matching);
    for (const [place, text] of declared.entries()) {
      const { pass } = readPass(text, own.path);
      if (!passes.includes(pass)) throw wrongAddition(own, `There is no pass named ${pass}.`, passes);
      const file = files.find(({ name }) => name === pass)?.path ?? own.path;
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
