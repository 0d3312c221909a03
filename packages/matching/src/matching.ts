export type { Doubt } from './doubts.ts';
export type { GivenRecord } from './given-record.ts';
export { firstLag, lastLag } from './learned.ts';
export {
  type Bound,
  type Found,
  type Match,
  OpenRecords,
  type PairSettings,
  type SumSettings,
} from './open-records.ts';
export type { Window } from './reach.ts';
export type { Side } from './record.ts';
export { chanceOfSum, type SumAnswer, type SumItem, type SumQuestion, searchSums } from './sum-search.ts';
