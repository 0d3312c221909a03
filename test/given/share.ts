import { env } from 'node:process';
import { type Random, randomOf } from './random.ts';

/** Whether every case of the long tests is tried (`npm run test:whole`), and not a share of them (`npm run test:long`). */
export const isWhole = env.TIEOUT_CASES === 'whole';

/** What chooses the share: in CI the commit, so that the shares of many commits are the whole; else always the same. */
const seed = env.TIEOUT_SEED ?? '';

/** Random numbers that the commit chooses, so that many commits try more than one does. */
export const drawn = (text: string): Random => randomOf(`${text} ${seed}`);

/** The index of the first case of the share. */
export const startOfShare = (cases: number): number => drawn('share').int(0, cases - 1);

/**
 * As many cases, spread evenly; the seed chooses the first. With `npm run test:whole` as many as `inWhole` says: all of them, where they
 * do not take half an hour.
 */
export function shareOf<T>(cases: readonly T[], inCommit: number, inWhole = cases.length): T[] {
  const count = isWhole ? inWhole : inCommit;
  if (count >= cases.length) return [...cases];
  const start = startOfShare(cases.length);
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => (start + Math.floor((index * cases.length) / count)) % cases.length),
  );
  return cases.filter((_, index) => chosen.has(index));
}
