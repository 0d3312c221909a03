import { sqlStatements } from '../../warehouse/sql-files.ts';
import { sumPass } from './sum-in-window.ts';

/** The meaning of the one pass that is a search and not a query. */
const sumPassMeaning =
  'Several records of one side whose amounts add up to one of the other within the window, where only one such set exists; the search is limited in steps and states whether it was exhaustive.';

/** The meaning of each pass, from its head in sql/match (`-- Pass: …`), in the order of their names. */
export async function readPassMeaning(): Promise<{ name: string; meaning: string }[]> {
  const statements = (await sqlStatements('match')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const queries = statements.flatMap(({ name, text }) => {
    const [, head] = /^-- Pass: ((?:.*\n)(?:-- (?!grain:|reads:).*\n)*)/.exec(text) ?? [];
    if (head === undefined) return [];
    const meaning = head.replaceAll(/\n(?:-- )?/g, ' ').trim();
    return [{ name: name.replace(/^match_/, ''), meaning: meaning.charAt(0).toUpperCase() + meaning.slice(1) }];
  });
  return [...queries, { name: sumPass, meaning: sumPassMeaning }];
}
