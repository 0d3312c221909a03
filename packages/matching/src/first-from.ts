/** The place of the first item that is not before `least`, among items in their order; after the last one if there is none. */
export function firstFrom<T>(items: readonly T[], orderOf: (item: T) => number, least: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && orderOf(item) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
