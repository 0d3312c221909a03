// Mistakes of the books and of customers, records of one side only, and traps: lines that seem to belong together.
import { drawAmount, drawSmallAmount, pricePoints, slipOfDigits } from './shops-amounts.mjs';
import { bankName, person } from './shops-names.mjs';
import { mistyped, remittance, transferText } from './shops-texts.mjs';

/** The books have the payment with the wrong sign. */
export function signReversed({ draw, papers, ledger, calendar }) {
  if (draw.chance(0.3)) {
    const owed = papers.bill(papers.anyDay());
    const line = papers.payBill(owed, calendar.after(owed.day, draw.whole(0, 2)));
    ledger.match('sign reversed', { ...owed, cents: -owed.cents }, line);
    return;
  }
  const paid = papers.order({ day: papers.anyDay() });
  ledger.match('sign reversed', { ...paid, cents: -paid.cents }, papers.transfer(paid));
}

/** The amount was typed wrong in the books. */
export function slippedDigits({ draw, papers, ledger }) {
  const paid = papers.order({ day: papers.anyDay(), cents: Math.max(1010, drawAmount(draw)) });
  const entered = { ...paid, cents: slipOfDigits(paid.cents, draw) };
  ledger.match('amount typed wrong', entered, papers.transfer(paid));
}

/** Somebody entered the order again, with its number or as a new order; the payment is for the first. */
export function enteredTwice({ draw, papers, ledger, customer }) {
  const paid = papers.order({ day: papers.dayBefore(6), who: customer({ abroad: false }) });
  const day = paid.day + draw.whole(1, 2);
  const sameNumber = { ...paid, day, description: `${paid.description}${draw.chance(0.3) ? ' copy' : ''}` };
  const again = draw.chance(0.6) ? sameNumber : papers.order({ day, cents: paid.cents, who: paid.who });
  ledger.match('order entered twice', paid, papers.transfer(paid, { channel: 'duitnow' }));
  ledger.leave(again);
}

export function paidTwice({ draw, papers, ledger, calendar }) {
  const paid = papers.order({ day: papers.dayBefore(8) });
  const channel = papers.channelOf(paid.who);
  const given = { channel, payer: paid.who.name };
  const line = papers.transfer(paid, given);
  ledger.match('customer paid twice', paid, line);
  const again = line.day + draw.whole(1, 4);
  const day = channel === 'duitnow' ? again : calendar.open(again);
  ledger.leave(papers.transfer(paid, { ...given, day }));
}

/** Cancelled before it was paid: the order and its reversal are both in the books. */
export function cancelled({ draw, papers, ledger }) {
  const entered = papers.order({ day: papers.dayBefore(7) });
  const description = draw.one([`Cancelled ${entered.reference}`, `Void ${entered.number}`, 'Customer cancelled']);
  const linked = !description.startsWith('Customer') || draw.chance(0.5);
  const rest = linked ? { reference: entered.reference } : { reference: `CN-${draw.digits(4)}` };
  const reversal = { ...entered, ...rest, description, day: entered.day + draw.whole(0, 6), cents: -entered.cents };
  ledger.match('order cancelled', entered, reversal);
}

/** Orders of the same price on the same days, of which the number, the name or nothing tells which payment is whose. */
export function sameAmounts({ draw, papers, ledger, customer }) {
  const cents = draw.one([3990, 5990, 12900, ...pricePoints]);
  const day = papers.dayBefore(4);
  // what nothing tells comes in pairs, or else it could be told by elimination
  const tells = draw.one([
    ['number', 'number', 'name', 'name'],
    ['number', 'name', 'nothing', 'nothing'],
    ['number', 'number', 'name', 'name', 'nothing', 'nothing'],
    ['name', 'name', 'name'],
  ]);
  for (const told of tells) {
    const paidOn = told === 'nothing' ? day : day + draw.whole(0, 1);
    const paid = papers.order({ day: paidOn, cents, who: customer({ abroad: false }) });
    const payer = told === 'name' ? paid.who.name : papers.otherPayer();
    const style = told === 'number' ? draw.one(['clean', 'noisy']) : 'missing';
    const line = papers.transfer(paid, { channel: 'duitnow', style, payer });
    ledger.match(`same amount, ${told} tells`, paid, line);
  }
}

/** An order stays unpaid, and a director lends exactly its amount: the loan must not pay for the order. */
export function directorsLoan({ draw, papers, ledger }) {
  const unpaid = papers.order({ day: papers.dayBefore(6), cents: 20000 + drawAmount(draw) });
  ledger.leave(unpaid);
  const name = bankName(person(draw), draw);
  const description = draw.one([
    `LOAN FROM DIRECTOR ${name}`,
    `${name} DIRECTOR ADVANCE`,
    `AMT DUE TO DIRECTOR ${name}`,
  ]);
  const line = { side: 'right', day: unpaid.day + draw.whole(0, 4), cents: unpaid.cents, description };
  ledger.leave(line);
}

/** A transfer for one order carries the number of another order of another amount. */
export function wrongReference({ draw, papers, ledger, customer }) {
  const named = papers.order({ day: papers.dayBefore(7) });
  ledger.match('order whose number another transfer carries', named, papers.transfer(named, { style: 'clean' }));
  const text = remittance(named.number, 'clean', draw);
  const cents = drawAmount(draw) + (named.cents > 10000 ? 0 : 10000);
  const other = cents === named.cents ? cents + 1000 : cents;
  const day = named.day + draw.whole(0, 2);
  if (draw.chance(0.5)) {
    const paid = papers.order({ day, cents: other });
    ledger.match('number of another order', paid, papers.transfer(paid, { text, payer: paid.who.name }));
    return;
  }
  // nobody's order: the customer copied an old text for something that the books do not have
  const stray = papers.transfer(named, { text, cents: other, day, payer: customer({ abroad: false }).name });
  ledger.leave(stray);
}

/** Two deposits of different amounts carry each other's number. */
export function swappedReferences({ draw, papers, ledger }) {
  const day = papers.dayBefore(6);
  const [first, second] = [papers.order({ day }), papers.order({ day: day + draw.whole(0, 1) })];
  if (first.cents === second.cents) second.cents += 1000;
  for (const [paid, named] of [
    [first, second],
    [second, first],
  ]) {
    const text = remittance(named.number, 'clean', draw);
    ledger.match('swapped numbers', paid, papers.transfer(paid, { text, payer: paid.who.name }));
  }
}

/** Charges, interest and taxes that only the bank knows. */
export function onlyInBank({ draw, days, ledger }) {
  const [description, cents] = draw.weighted([
    [['SERVICE CHARGE', -draw.one([200, 500, 1060, 1060, 2120])], 35],
    [['PROFIT/INTEREST PAID', draw.whole(11, 4200)], 20],
    [['STAMP DUTY', -draw.one([15, 1000])], 10],
    [['SST 8% ON CHARGES', -draw.whole(8, 180)], 15],
    [['CASA WITHHOLDING TAX', -draw.whole(10, 900)], 10],
    [['TERMINAL RENTAL', -draw.one([3500, 4800])], 10],
  ]);
  ledger.leave({ side: 'right', day: draw.whole(0, days - 1), cents, description });
}

/** A deposit that the books do not have. */
export function unknownDeposit({ draw, days, ledger, customer }) {
  const text = draw.one(['payment', 'deposit', 'balance', 'thank you', '']);
  const { name } = customer({ abroad: false });
  const texts = transferText({ channel: 'duitnow', payer: name, text }, draw);
  const line = { side: 'right', day: draw.whole(0, days - 1), cents: drawAmount(draw), ...texts };
  ledger.leave(line);
}

/** An order that nobody paid. */
export function unpaid({ draw, papers, days, ledger }) {
  const order = papers.order({ day: draw.whole(0, days - 1), cents: drawSmallAmount(draw) });
  ledger.leave(order);
}

/** A payment at the beginning for an order of the period before. */
export function priorPeriod({ draw, papers, ledger, calendar }) {
  const before = papers.order({ day: -draw.whole(4, 25) });
  const day = calendar.open(draw.whole(0, 5));
  const given = draw.chance(0.2) ? { text: mistyped(before.number, draw) } : {};
  ledger.leave(papers.transfer(before, { ...given, day }));
}
