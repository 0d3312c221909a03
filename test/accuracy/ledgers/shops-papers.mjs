// Drafts of the records that most phenomena need: orders and bills in the books, transfers in the bank.
import { drawAmount, drawInvoiceAmount } from './shops-amounts.mjs';
import { firm, person } from './shops-names.mjs';
import { paymentText, remittance, transferText } from './shops-texts.mjs';

/** Days before the period whose orders may be paid within it. */
const lead = 30;

/** Order numbers that rise with the days and have few gaps: a wrong digit is often another order's number. */
function numbering({ whole }, days, records) {
  const perDay = Math.max(3, Math.ceil((records * 0.65) / days));
  const first = whole(11000, 60000);
  const used = new Set();
  return (day) => {
    let number = first + (day + lead) * perDay;
    while (used.has(number)) number += 1;
    used.add(number);
    return String(number);
  };
}

export function shopsPapers({ draw, days, records, calendar, customer }) {
  const { whole, one, chance, weighted } = draw;
  const orderNumber = numbering(draw, days, records);
  let bills = whole(3000, 8000);

  /** An order or an invoice in the books. */
  const order = ({ day, cents = drawAmount(draw), who = customer(), ...rest }) => {
    const number = orderNumber(day);
    const description = one([`Invoice ${number}`, `Online order ${number}`, `Order ${number}, ${whole(1, 6)} items`]);
    const { name } = who;
    const given = { counterparty: name, reference: `INV-${number}`, description };
    return { side: 'left', day, cents, number, who, ...given, ...rest };
  };

  const channelOf = (who) => {
    if (who.abroad) return 'sepa';
    return weighted(who.firm ? { duitnow: 25, fpx: 10, ibg: 65 } : { duitnow: 50, fpx: 35, ibg: 15 });
  };

  /** The day on which a payment made on a day is in the account. */
  const arrival = (day, channel) => {
    if (channel === 'duitnow') return day;
    if (channel === 'fpx') return calendar.after(day, whole(0, 1));
    if (channel === 'ibg') return calendar.after(day, 1);
    return calendar.after(day, whole(1, 3));
  };

  /** A relative or the customer's firm. */
  const otherPayer = () => (chance(0.65) ? person(draw) : firm(draw));

  const textStyle = () => weighted({ clean: 45, noisy: 27, missing: 24, mistyped: 4 });
  const payerFor = (who) => (chance(0.15) ? otherPayer() : who.name);

  /** A transfer for an order; what is not given is as usual for the level. */
  const transfer = (paid, given = {}) => {
    const { who } = paid;
    const channel = given.channel ?? channelOf(who);
    const day = given.day ?? arrival(paid.day, channel);
    const text = given.text ?? remittance(paid.number, given.style ?? textStyle(), draw);
    const payer = given.payer ?? payerFor(who);
    const texts = transferText({ channel, payer, text, ...(given.cut ? { cut: given.cut } : {}) }, draw);
    return { side: 'right', day, cents: given.cents ?? paid.cents, ...texts };
  };

  /** A supplier's bill in the books, to be paid. */
  const bill = (day) => {
    bills += whole(1, 3);
    const name = firm(draw);
    const number = String(bills);
    const given = { counterparty: name, reference: `BILL-${number}`, description: `Bill ${number}` };
    return { side: 'left', day, cents: -drawInvoiceAmount(draw), number, ...given };
  };

  const payBill = (owed, day) => {
    const text = chance(0.7) ? `BILL ${owed.number}` : '';
    return { side: 'right', day, cents: owed.cents, ...paymentText(owed.counterparty, text, draw) };
  };

  const anyDay = () => whole(-3, days - 1);
  /** A day after which so many days of the period remain. */
  const dayBefore = (span) => whole(0, Math.max(0, days - 1 - span));

  return { order, transfer, bill, payBill, channelOf, arrival, otherPayer, anyDay, dayBefore };
}
