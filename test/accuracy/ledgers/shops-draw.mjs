// A seeded random generator (sfc32) of its own, so that these ledgers share no random numbers with other test data.

/** Spreads one seed over the four words of the generator's state. */
function spread(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return (word ^ (word >>> 15)) | 0;
  };
}

function sfc32(seed) {
  const word = spread(seed);
  let [a, b, c, counter] = [word(), word(), word(), word()];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

/** @param {number} seed */
export function shopsDraw(seed) {
  const next = sfc32(seed);
  for (let warmUp = 0; warmUp < 16; warmUp += 1) next();
  const whole = (from, to) => from + Math.floor(next() * (to - from + 1));
  const one = (list) => list[Math.floor(next() * list.length)];
  const chance = (share) => next() < share;
  const text = (letters, length) => Array.from({ length }, () => letters[whole(0, letters.length - 1)]).join('');

  /** @param {[unknown, number][]} shares values with their weights */
  const weighted = (shares) => {
    let rest = next() * shares.reduce((sum, [, share]) => sum + share, 0);
    for (const [value, share] of shares) {
      rest -= share;
      if (rest < 0) return value;
    }
    return shares[0][0];
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
    next,
    whole,
    one,
    chance,
    weighted,
    shuffled,
    digits: (length) => text('0123456789', length),
    code: (length) => text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', length),
  };
}
