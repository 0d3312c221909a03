// Transfers of customers and to suppliers: simple ones, and those with another text, payer, amount or several parts.
import { moneyText, sumOf } from './money-and-days.mjs';
import { drawAmount, drawInvoiceAmount } from './shops-amounts.mjs';
import { paymentText, remittance, transferText } from './shops-texts.mjs';

const paidWith = (phenomenon, given) => (shop) => {
  const paid = shop.papers.order({ day: shop.papers.anyDay() });
  shop.ledger.match(phenomenon, paid, shop.papers.transfer(paid, given(shop, paid)));
};

export const simple = paidWith('simple transfer', (_, { who }) => ({ style: 'clean', payer: who.name }));

export const numberWithNoise = paidWith('number with noise', ({ draw, papers }, { who }) => ({
  style: 'noisy',
  payer: draw.chance(0.3) ? papers.otherPayer() : who.name,
}));

export const numberMissing = paidWith('number missing', (_, { who }) => ({ style: 'missing', payer: who.name }));

export const numberMistyped = paidWith('number mistyped', ({ draw, papers }, { who }) => ({
  style: 'mistyped',
  payer: draw.chance(0.25) ? papers.otherPayer() : who.name,
}));

export const payerIsAnother = paidWith('payer is another', ({ draw, papers }) => ({
  style: draw.weighted({ clean: 45, noisy: 25, missing: 30 }),
  payer: papers.otherPayer(),
}));

export const textCut = paidWith('text cut short', ({ draw }, { who, number }) => ({
  cut: draw.whole(20, 35),
  payer: who.name,
  text: draw.chance(0.5) ? `payment for order ${number}` : remittance(number, 'clean', draw),
}));

export const paidLate = paidWith('paid late', ({ draw, papers, calendar, days }, paid) => {
  paid.day = papers.dayBefore(22) + (days > 60 ? 0 : draw.whole(0, 4));
  return { day: calendar.open(paid.day + draw.whole(4, 18)) };
});

/** One customer's two or three orders, paid with one transfer that names all, one or none of them. */
export function severalOrdersAtOnce({ draw, papers, ledger, customer }) {
  const who = customer();
  const day = papers.dayBefore(9);
  const orders = Array.from({ length: draw.whole(2, 3) }, () => papers.order({ day: day + draw.whole(0, 4), who }));
  const last = Math.max(...orders.map((order) => order.day));
  const channel = papers.channelOf(who);
  const numbers = orders.map(({ number }) => number);
  const text = draw.weighted([
    [`INV ${numbers.join(', ')}`, 40],
    [numbers.join('+'), 20],
    [remittance(numbers[0], 'noisy', draw), 20],
    [remittance('', 'missing', draw), 20],
  ]);
  const cents = sumOf(orders.map((order) => order.cents));
  const line = papers.transfer(orders[0], {
    channel,
    day: papers.arrival(last, channel),
    cents,
    text,
    payer: who.name,
  });
  ledger.match('several orders, one transfer', ...orders, line);
}

/** A deposit and the rest, at times in three parts. */
export function orderInParts({ draw, papers, ledger }) {
  const paid = papers.order({ day: papers.dayBefore(18), cents: Math.max(6000, drawInvoiceAmount(draw)) });
  const deposit = Math.round((paid.cents * draw.one([20, 30, 50, 50])) / 10000) * 100;
  const rest = paid.cents - deposit;
  const parts = draw.chance(0.2) ? [deposit, Math.floor(rest / 2), rest - Math.floor(rest / 2)] : [deposit, rest];
  const channel = papers.channelOf(paid.who);
  let day = paid.day;
  const lines = parts.map((cents) => {
    const line = papers.transfer(paid, { channel, cents, day: papers.arrival(day, channel), payer: paid.who.name });
    day += draw.whole(2, 7);
    return line;
  });
  ledger.match('one order, several transfers', paid, ...lines);
}

/** A firm settles several invoices with two transfers; all of them carry the number of the firm's statement. */
export function statementInParts({ draw, papers, ledger, calendar, customer }) {
  const who = { ...customer(), abroad: false, firm: true };
  const day = papers.dayBefore(14);
  const statement = `SOA${draw.digits(6)}`;
  const orders = Array.from({ length: draw.whole(2, 4) }, () => {
    const invoiceDay = day + draw.whole(0, 5);
    const invoice = papers.order({ day: invoiceDay, who, cents: drawInvoiceAmount(draw) });
    return { ...invoice, description: `${invoice.description}, statement ${statement}` };
  });
  const total = sumOf(orders.map(({ cents }) => cents));
  const first = Math.round((total * draw.whole(30, 70)) / 10000) * 100;
  const lines = [first, total - first].map((cents, index) => {
    const given = { channel: 'ibg', cents, payer: who.name, text: statement };
    return papers.transfer(orders[0], { ...given, day: calendar.after(day + 5, 1 + index) });
  });
  ledger.match('several invoices, several transfers', ...orders, ...lines);
}

/** The customer pays an amount that ends in 0 or 5 sen. */
export function roundedToFiveSen({ draw, papers, ledger }) {
  const cents = Math.floor(drawAmount(draw) / 5) * 5 + draw.whole(1, 4);
  const paid = papers.order({ day: papers.anyDay(), cents });
  ledger.match('rounded to 5 sen', paid, papers.transfer(paid, { cents: Math.round(cents / 5) * 5 }));
}

/** A transfer from abroad from which banks on its way kept their charges. */
export function chargesDeducted({ draw, papers, ledger, customer }) {
  const who = customer({ abroad: true });
  const paid = papers.order({ day: papers.anyDay(), who, cents: 15000 + drawInvoiceAmount(draw) });
  const charges = draw.one([1000, 1200, 1500, 1500, 1800, 2000, 2500]);
  const line = papers.transfer(paid, { cents: paid.cents - charges });
  if (draw.chance(0.4)) line.description += draw.one([' SHA', ' CHG SHA', ' OUR']);
  ledger.match('charges deducted', paid, line);
}

/** An invoice in another currency: booked at the day's rate, paid at the bank's. */
export function otherCurrency({ draw, papers, ledger, calendar, customer }) {
  const euro = draw.chance(0.5);
  const who = customer({ abroad: euro });
  const foreign = Math.max(3000, Math.round(drawInvoiceAmount(draw) / 3 / 50) * 50);
  const rate = (euro ? 4.7 : 3.25) * (0.98 + draw.next() * 0.04);
  const cents = Math.round(foreign * rate);
  const apart = Math.max(1, Math.round(cents * (0.001 + draw.next() * 0.018)));
  const amount = `${euro ? 'EUR' : 'SGD'} ${moneyText(foreign)}`;
  const paid = papers.order({ day: papers.anyDay(), cents, who });
  if (draw.chance(0.6)) paid.description += `, ${amount}`;
  const text = remittance(paid.number, draw.chance(0.6) ? 'clean' : 'missing', draw);
  const texts = transferText({ channel: 'sepa', payer: who.name, text }, draw);
  const description = `${euro ? texts.description : texts.description.replace('SEPA', 'TT')} ${amount}`;
  const day = calendar.after(paid.day, draw.whole(1, 3));
  const line = { side: 'right', day, cents: cents + draw.one([-1, -1, 1]) * apart, ...texts, description };
  ledger.match('other currency', paid, line);
}

/** A supplier's bill, paid from the account. */
export function supplierPaid({ draw, papers, ledger, calendar }) {
  const owed = papers.bill(papers.anyDay());
  ledger.match('supplier paid', owed, papers.payBill(owed, calendar.after(owed.day, draw.whole(0, 3))));
}

/** A payment to a supplier that the other bank sent back, and that was made again. */
export function paymentReturned({ draw, papers, ledger, calendar }) {
  const owed = papers.bill(papers.dayBefore(16));
  const day = calendar.after(owed.day, draw.whole(0, 1));
  const failed = papers.payBill(owed, day);
  const back = calendar.after(day, draw.whole(1, 2));
  const { description } = paymentText(owed.counterparty, draw.chance(0.6) ? `BILL ${owed.number}` : '', draw);
  ledger.match('payment returned', failed, {
    side: 'right',
    day: back,
    cents: -owed.cents,
    description: `RETURNED ${draw.one(['A/C CLOSED', 'INVALID A/C', 'BENEFICIARY NAME'])} ${description}`,
  });
  ledger.match('paid again after a return', owed, papers.payBill(owed, calendar.after(back, draw.whole(1, 2))));
}

/** Money back to a customer. */
export function refund({ draw, papers, ledger, calendar }) {
  const paid = papers.order({ day: papers.dayBefore(18) });
  ledger.match('purchase with refund', paid, papers.transfer(paid));
  const day = paid.day + draw.whole(2, 9);
  const cents = draw.chance(0.7) ? -paid.cents : -Math.max(100, Math.round((paid.cents * draw.whole(20, 80)) / 100));
  const entry = { ...paid, day, cents, description: `Refund of ${paid.reference}` };
  const text = draw.chance(0.75) ? `REFUND ${remittance(paid.number, 'clean', draw)}` : 'REFUND';
  const line = {
    side: 'right',
    day: calendar.after(day, draw.whole(0, 2)),
    cents,
    ...paymentText(paid.counterparty, text, draw),
  };
  ledger.match('refund', entry, line);
}
