// Seeded random numbers: the same seed gives the same ledger on every machine.

/** @param {number} seed */
export function drawer(seed) {
  let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  /** A number from 0 to less than 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** A whole number from low to high, both included. */
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const one = (list) => list[whole(0, list.length - 1)];
  const chance = (share) => next() < share;
  return { next, whole, one, chance };
}
