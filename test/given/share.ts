import { env } from 'node:process';

/** Whether every case of the long tests is tried (`npm run test:whole`), and not a share of them (`npm run test:long`). */
export const isWhole = env.TIEOUT_CASES === 'whole';

/** A number of the cases, spread evenly; all of them with `npm run test:whole`. */
export function shareOf<T>(cases: readonly T[], count: number): T[] {
  if (isWhole || count >= cases.length) return [...cases];
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * cases.length) / count)),
  );
  return cases.filter((_, index) => chosen.has(index));
}
