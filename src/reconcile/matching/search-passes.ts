import type { DuckDBConnection } from '@duckdb/node-api';
import type { DeclaredPass } from './declared-pass.ts';
import { matchSums, type SumMemory, sumPass, sumSettings } from './sum-in-window.ts';
import {
  isByDay,
  limitsOf,
  matchByWeight,
  matchNamedSums,
  namedSumsPass,
  namedSumsSettings,
  type Weighed,
  weighedPass,
  weighedSettings,
} from './weighed/passes.ts';

/** What the searches of one matching remember from pass to pass. */
export type SearchMemory = { sums: SumMemory; weighed: Weighed };

/** One making of a search over the open records of a table. */
export type Search = {
  connection: DuckDBConnection;
  table: string;
  madeNo: number;
  pass: DeclaredPass;
  isSuggested: boolean;
  /** The most steps of the sum search over all totals of a company, currency and sign; see sum-search.ts. */
  mostSteps: number;
  mostRounds: number;
  memory: SearchMemory;
};

/** settings: with their defaults. */
type SearchPass = {
  meaning: string;
  settings: Readonly<Record<string, string>>;
  /** Throws MATCHING_PASS_WRONG where a setting is not what it has to be. */
  check?: (pass: DeclaredPass) => unknown;
  run: (search: Search) => Promise<number>;
};

/** The passes that are searches and no queries. */
export const searchPasses: Readonly<Record<string, SearchPass>> = {
  [sumPass]: {
    meaning:
      'Several records of one side whose amounts add up to one of the other within the window, where only one such set exists; the search is limited in steps and states whether it was exhaustive.',
    settings: sumSettings,
    run: ({ connection, table, madeNo, pass, memory, ...search }) =>
      matchSums(connection, table, madeNo, pass, search, memory.sums),
  },
  [weighedPass]: {
    meaning:
      'Pairs by all their evidence together: amount, days, names and numbers, each by how rare it is in the records of both sides. The best assignment is sure where its margin leaves less than `most_false` for everything else and nothing speaks for another partner. First, records of one side that cancel each other and have no partner.',
    settings: weighedSettings,
    check: limitsOf,
    run: ({ memory, ...search }) => matchByWeight({ ...search, weighed: memory.weighed }),
  },
  [namedSumsPass]: {
    meaning:
      'Sums that a number, a day or a name holds together: one record for several, several for one, and several for several with one number, where only one such set exists and chance is unlikely, and batches of one kind less a fee that their lines have in common; with `by_day`, sums of records of a few days that nothing but their amounts holds together.',
    settings: namedSumsSettings,
    check: isByDay,
    run: ({ memory, ...search }) => matchNamedSums({ ...search, weighed: memory.weighed }),
  },
};

/** A pass with the defaults of the settings that its declaration leaves out. */
const whole = ({ settings }: SearchPass, pass: DeclaredPass): DeclaredPass => ({
  ...pass,
  settings: { ...settings, ...pass.settings },
});

/** Checks the settings of a search before it has records. Throws MATCHING_PASS_WRONG. */
export function checkSearch(search: SearchPass, pass: DeclaredPass): void {
  search.check?.(whole(search, pass));
}

/** Runs a search with the defaults of the settings that its declaration leaves out. */
export function runSearch(pass: SearchPass, search: Search): Promise<number> {
  return pass.run({ ...search, pass: whole(pass, search.pass) });
}

export const isSearch = (pass: string): boolean => Object.hasOwn(searchPasses, pass);
