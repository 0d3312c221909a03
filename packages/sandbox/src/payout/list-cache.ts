import type { CachedList } from './state.ts';
import type { PayoutWorld } from './world.ts';

/** The cached list if it is less than an hour old (by default), otherwise the current list. */
export function cachedList(
  cached: CachedList | null,
  world: PayoutWorld,
  read: () => Array<Record<string, unknown>>,
): CachedList {
  const now = world.now();
  const age = cached === null ? Number.POSITIVE_INFINITY : now - cached.takenAt;
  // the clock was set back: the cached list is invalid
  const isFresh = age >= 0 && age < world.choices.listCacheSeconds * 1000;
  return cached !== null && isFresh ? cached : { takenAt: now, results: read() };
}
