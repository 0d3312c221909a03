// Seeded random numbers: the same seed gives the same ledger on every machine.

/** What is drawn with a function that gives numbers from 0 to less than 1. */
function drawing(next) {
  /** A whole number from low to high, both included. */
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const one = (list) => list[whole(0, list.length - 1)];
  const text = (letters, length) => Array.from({ length }, () => one(letters)).join('');

  /** One of some values by their weights: pairs, or an object whose keys are the values. */
  const weighted = (weights) => {
    const pairs = Array.isArray(weights) ? weights : Object.entries(weights);
    let rest = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    const [value] = pairs.find(([, weight]) => {
      rest -= weight;
      return rest < 0;
    });
    return value;
  };

  const shuffled = (list) => {
    const copy = [...list];
    for (let index = copy.length - 1; index > 0; index -= 1) {
      const other = whole(0, index);
      [copy[index], copy[other]] = [copy[other], copy[index]];
    }
    return copy;
  };

  return {
    ...{ next, whole, one, weighted, shuffled },
    chance: (share) => next() < share,
    digits: (length) => text('0123456789', length),
    code: (length) => text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', length),
  };
}

/** @param {number} seed */
export function drawer(seed) {
  let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  return drawing(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  });
}
