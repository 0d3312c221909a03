import { createHash } from 'node:crypto';

/** A random sequence from a seed. The same seed and purpose give the same sequence; other purposes do not affect it. */
export type Draw = {
  /** In [0, 1). */
  fraction(): number;
  /** A whole number, both bounds included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** An independent sequence for a purpose (sfc32, seeded by a digest). */
export function drawFrom(seed: number | string, purpose: string): Draw {
  const digest = createHash('sha256').update(`${seed} ${purpose}`).digest();
  let [a, b, c, d] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)];
  const next32 = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  const fraction = () => (next32() * 0x200000 + (next32() >>> 11)) / 0x20000000000000;
  return {
    fraction,
    int: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    chance: (probability) => fraction() < probability,
    pick: (from) => {
      const picked = from[Math.floor(fraction() * from.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
  };
}
