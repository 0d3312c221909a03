import { sqlFiles } from '../../warehouse/sql-files.ts';
import { sumPass } from './sum-in-window.ts';

/** What the one pass takes that is a search and no query. */
const sumPassMeaning =
  'Several records of one side whose amounts add up to one of the other within the window, where only one such set exists; the search is bounded in steps and says whether it looked at everything.';

/** What each pass takes, in words, from the head of its file in sql/match (`-- Pass: …`). */
export async function readPassMeaning(): Promise<{ name: string; meaning: string }[]> {
  const files = await sqlFiles('match');
  const queries = files.flatMap(({ name, text }) => {
    const [, head] = /^-- Pass: ((?:.*\n)(?:-- (?!grain:|reads:).*\n)*)/.exec(text) ?? [];
    if (head === undefined) return [];
    const meaning = head.replaceAll(/\n(?:-- )?/g, ' ').trim();
    return [{ name: name.replace(/^match_/, ''), meaning: meaning.charAt(0).toUpperCase() + meaning.slice(1) }];
  });
  return [...queries, { name: sumPass, meaning: sumPassMeaning }];
}
