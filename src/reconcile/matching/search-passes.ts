import type { DuckDBConnection } from '@duckdb/node-api';
import type { DeclaredPass } from './declared-pass.ts';
import type { SumMemory } from './sum-in-window.ts';
import type { Weighed } from './weighed-passes.ts';

/** What the searches of one matching remember from pass to pass. */
export type SearchMemory = { sums: SumMemory; weighed: Weighed };

/** One making of a search over the open records of a table. */
export type Search = {
  connection: DuckDBConnection;
  table: string;
  madeNo: number;
  pass: DeclaredPass;
  isSuggested: boolean;
  /** The most steps of the sum search over all totals of a currency and sign. */
  mostSteps: number;
  mostRounds: number;
  memory: SearchMemory;
};

/** settings: with their defaults. */
type SearchPass = {
  meaning: string;
  settings: Readonly<Record<string, string>>;
  /** Throws MATCHING_PASS_WRONG where a setting is not what it has to be. */
  check?: (pass: DeclaredPass) => Promise<unknown>;
  run: (search: Search) => Promise<number>;
};

/** With the engine, which is loaded where a pass uses it: most runs do not. */
const weighedPasses = () => import('./weighed-passes.ts');

/** The passes that are searches and no queries. */
export const searchPasses: Readonly<Record<string, SearchPass>> = {
  // a search, because SQL cannot stop after a number of steps
  sum_in_window: {
    meaning:
      'Several records of one side whose amounts add up to one of the other within the window, where only one such set exists; the search is limited in steps and states whether it was exhaustive.',
    settings: {
      total_side: "'right'",
      within: "''",
      days_before: '0',
      days_after: '0',
      same_day: 'false',
      most_items: '5',
      absolute: '0',
      net: "'none'",
      nameless: 'false',
      most_chance: '0.005',
      most_suggested: '0.5',
      most_steps: '100000',
    },
    run: async ({ connection, table, madeNo, pass, memory, ...search }) => {
      const { matchSums } = await import('./sum-in-window.ts');
      return matchSums(connection, table, madeNo, pass, search, memory.sums);
    },
  },
  weighed_evidence: {
    meaning:
      'Pairs by all their evidence together: amount, days, names and numbers, each by how rare it is in the records of both sides. The best assignment is sure where its margin leaves less than `most_false` for everything else and nothing speaks for another partner. First, records of one side that cancel each other and have no partner.',
    settings: { exact: 'false', days_before: '7', days_after: '45', most_false: '0.002', stop_words: 'null' },
    check: async (pass) => (await weighedPasses()).limitsOf(pass),
    run: async ({ memory, ...search }) => (await weighedPasses()).matchByWeight({ ...search, weighed: memory.weighed }),
  },
  sum_by_name: {
    meaning:
      'Sums that a number, a day or a name holds together: one record for several, several for one, and several for several with one number, where only one such set exists and chance is unlikely, and batches of one kind less a fee that their lines have in common; with `by_day`, sums of records of a few days that nothing but their amounts holds together.',
    settings: { by_day: 'false', stop_words: 'null' },
    check: async (pass) => (await weighedPasses()).isByDay(pass),
    run: async ({ memory, ...search }) =>
      (await weighedPasses()).matchNamedSums({ ...search, weighed: memory.weighed }),
  },
};

/** A pass with the defaults of the settings that its declaration leaves out. */
const whole = ({ settings }: SearchPass, pass: DeclaredPass): DeclaredPass => ({
  ...pass,
  settings: { ...settings, ...pass.settings },
});

/** Checks the settings of a search before it has records. Throws MATCHING_PASS_WRONG. */
export async function checkSearch(search: SearchPass, pass: DeclaredPass): Promise<void> {
  await search.check?.(whole(search, pass));
}

/** Runs a search with the defaults of the settings that its declaration leaves out. */
export function runSearch(pass: SearchPass, search: Search): Promise<number> {
  return pass.run({ ...search, pass: whole(pass, search.pass) });
}

export const isSearch = (pass: string): boolean => Object.hasOwn(searchPasses, pass);
