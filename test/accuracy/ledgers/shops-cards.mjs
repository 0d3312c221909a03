// The card provider: lines of single payments, with or without the fee, payouts of many payments, and chargebacks.
import { sumOf } from './money-and-days.mjs';
import { drawAmount, share } from './shops-amounts.mjs';
import { plain } from './shops-names.mjs';

/** What each method costs: a percentage and a flat amount in sen. */
export const cardMethods = {
  VISA: { percent: 2.0, flat: 50 },
  MASTERCARD: { percent: 2.0, flat: 50 },
  GRABPAY: { percent: 2.5, flat: 20 },
  'VISA INTL': { percent: 3.2, flat: 100 },
};
const provider = 'Kartapay';

export const cardFee = (cents, method) => share(cents, cardMethods[method].percent) + cardMethods[method].flat;

const methodOf = (who, { weighted }) =>
  who.abroad ? 'VISA INTL' : weighted({ VISA: 45, MASTERCARD: 30, GRABPAY: 20, 'VISA INTL': 5 });

/** The address of a customer as the provider shows it: parts of the name run together. */
function mailOf({ name, firm }, { digits }) {
  const words = plain(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return firm ? `${words.slice(0, 2).join('')}@mail.example` : `${words.slice(-2).join('.')}${digits(2)}@mail.example`;
}

function cardOrder({ draw, papers }, day) {
  const paid = papers.order({ day, cents: Math.max(500, drawAmount(draw)) });
  const description = draw.chance(0.6) ? `${paid.description}, by card` : paid.description;
  return { ...paid, description, method: methodOf(paid.who, draw) };
}

/** A line of the provider for one payment: its amount is what remains after the fee. */
function cardLine({ draw, calendar }, paid, stated) {
  const fee = cardFee(paid.cents, paid.method);
  const payment = `ch_${draw.code(10)}`;
  const told = draw.weighted([
    [`order ${paid.number}`, 60],
    [mailOf(paid.who, draw), 30],
    ['', 10],
  ]);
  return {
    side: 'right',
    day: calendar.after(paid.day, draw.whole(1, 3)),
    cents: paid.cents - fee,
    ...(stated ? { feeCents: fee } : {}),
    counterparty: provider,
    reference: payment,
    description: `${paid.method} payment ${told}`.trim(),
  };
}

const cardPayment = (phenomenon, stated) => (shop) => {
  const paid = cardOrder(shop, shop.papers.anyDay());
  shop.ledger.match(phenomenon, paid, cardLine(shop, paid, stated));
};

export const cardFeeStated = cardPayment('card, fee stated', true);
export const cardFeeUnstated = cardPayment('card, fee not stated', false);

const chargebackLine = (line, day, cents, words) => {
  const description = `${words} ${line.reference}`;
  return { side: 'right', day, cents, counterparty: provider, reference: line.reference, description };
};

/** A chargeback that the shop wins, which only the provider shows, or one that it loses, which the books show too. */
export function chargeback(shop) {
  const { draw, ledger, papers, calendar } = shop;
  const paid = cardOrder(shop, papers.dayBefore(20));
  const line = cardLine(shop, paid, true);
  ledger.match('purchase with chargeback', paid, line);
  const day = calendar.open(line.day + draw.whole(2, 6));
  const taken = { ...chargebackLine(line, day, -paid.cents, 'CHARGEBACK') };
  if (draw.chance(0.65)) {
    const won = chargebackLine(line, calendar.open(day + draw.whole(3, 7)), paid.cents, 'CHARGEBACK REVERSAL');
    ledger.match('chargeback reversed', taken, won);
    return;
  }
  const description = `Chargeback of order ${paid.number}, payment ${line.reference}`;
  ledger.match('chargeback lost', { ...paid, day: day + 1, cents: -paid.cents, description }, taken);
}

const payoutLine = (day, cents, reference) => ({
  side: 'right',
  day,
  cents,
  description: `${provider.toUpperCase()} PAYOUT${reference ? ` ${reference}` : ''}`,
});

/** A day's card payments in one deposit less their fees, or in two deposits that carry the payout's number. */
export function cardPayout(shop) {
  const { draw, ledger, calendar, papers } = shop;
  const day = draw.whole(-2, shop.days - 1);
  const payout = `PO${draw.code(8)}`;
  const known = draw.chance(0.6);
  const orders = Array.from({ length: draw.whole(3, 14) }, () => {
    const paid = cardOrder({ draw, papers }, day);
    const description = `Order ${paid.number} by ${paid.method}, ${provider}${known ? ` payout ${payout}` : ''}`;
    return { ...paid, description };
  });
  const total = sumOf(orders.map(({ cents, method }) => cents - cardFee(cents, method)));
  const arrives = calendar.after(day, draw.whole(1, 2));
  if (known && draw.chance(0.25)) {
    const first = share(total, draw.whole(30, 70));
    const lines = [payoutLine(arrives, first, payout), payoutLine(calendar.after(arrives, 1), total - first, payout)];
    ledger.match('card payout in two deposits', ...orders, ...lines);
    return;
  }
  const line = payoutLine(arrives, total, known || draw.chance(0.5) ? payout : '');
  ledger.match(known ? 'card payout, number known' : 'card payout, number unknown', ...orders, line);
}
