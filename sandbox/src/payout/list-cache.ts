import type { CachedList } from './state.ts';
import type { PayoutWorld } from './world.ts';

/** The list as it was read within the last hour (or what is chosen instead), else as it is now. */
export function cachedList(
  cached: CachedList | null,
  world: PayoutWorld,
  read: () => Array<Record<string, unknown>>,
): CachedList {
  const now = world.now();
  const age = cached === null ? Number.POSITIVE_INFINITY : now - cached.takenAt;
  // A clock that was set back makes the list older than any cache keeps it.
  const isFresh = age >= 0 && age < world.choices.listCacheSeconds * 1000;
  return cached !== null && isFresh ? cached : { takenAt: now, results: read() };
}
