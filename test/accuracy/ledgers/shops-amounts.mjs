// Amounts in sen: price points with or without postage, round amounts, and a long tail of odd sen.

export const pricePoints = [990, 1990, 2990, 3990, 4990, 5990, 7900, 8990, 12900, 15900, 24900, 39900];
const roundAmounts = [2000, 5000, 8000, 10000, 15000, 20000, 25000, 30000, 50000, 100000, 120000, 250000];
const postage = [0, 0, 0, 490, 500, 650, 800, 1000];

export function drawAmount({ weighted, one, whole, next, chance }) {
  const kind = weighted({ price: 36, round: 14, tail: 50 });
  if (kind === 'price') return one(pricePoints) * (chance(0.2) ? whole(2, 4) : 1) + one(postage);
  if (kind === 'round') return one(roundAmounts);
  // the sum of three draws leans to the middle: most orders between 30 and 400, a few in the thousands
  const middle = (next() + next() + next()) / 3;
  return Math.round(600 * Math.exp(middle * Math.log(900)));
}

/** An amount of a shop's parcel or marketplace order: seldom a large one. */
export function drawSmallAmount(draw) {
  for (;;) {
    const cents = drawAmount(draw);
    if (cents <= 45000) return cents;
  }
}

/** Amounts of a firm's invoice or bill. */
export const drawInvoiceAmount = (draw) => (draw.chance(0.6) ? drawAmount(draw) : drawAmount(draw) * draw.whole(2, 9));

export const share = (cents, percent) => Math.round((cents * percent) / 100);

/** The amount as somebody types it wrong: two digits exchanged, one dropped or one doubled; never the same amount. */
export function slipOfDigits(cents, { whole, one }) {
  const digits = String(cents);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const at = whole(0, digits.length - 2);
    const [before, first, second, after] = [digits.slice(0, at), digits[at], digits[at + 1], digits.slice(at + 2)];
    const slipped = Number(
      one([
        `${before}${second}${first}${after}`,
        `${before}${second}${after}`,
        `${before}${first}${first}${second}${after}`,
      ]),
    );
    if (slipped !== cents && slipped > 0) return slipped;
  }
  return cents * 10;
}
