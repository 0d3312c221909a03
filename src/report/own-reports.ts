import { realpath } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { loadDefinition, reportNames, shippedReports } from './load-definition.ts';
import { checkViews } from './section-views.ts';

/** A report that can be requested by name; `origin` is `shipped`, or the user's own file. */
export type KnownReport = { name: string; title: string; origin: string };

/** The folders that hold report definitions; a checkout of tieout may itself be the folder of the configuration. */
export async function reportFolders(ownFolder: string): Promise<string[]> {
  const own = await realpath(ownFolder).catch(() => undefined);
  return own === undefined || own === (await realpath(shippedReports)) ? [shippedReports] : [shippedReports, ownFolder];
}

/** Every report, the shipped ones first. An invalid definition is refused with its file, line and key. */
export async function knownReports(ownFolder: string): Promise<KnownReport[]> {
  const folders = await reportFolders(ownFolder);
  const known: KnownReport[] = [];
  for (const folder of folders) {
    for (const name of await reportNames([folder])) {
      const { title } = await loadDefinition(name, folders);
      known.push({ name, title, origin: folder === shippedReports ? 'shipped' : `reports/${name}.yaml` });
    }
  }
  return known;
}

/** Checks every report of the user's own, and that its views have the columns that it names. */
export async function checkOwnReports(connection: DuckDBConnection, ownFolder: string): Promise<void> {
  const folders = await reportFolders(ownFolder);
  for (const folder of folders.filter((each) => each !== shippedReports))
    for (const name of await reportNames([folder])) await checkViews(connection, await loadDefinition(name, folders));
}
