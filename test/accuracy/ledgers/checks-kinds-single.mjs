// Payments of one record on each side: plain, repeated, of colliding amounts, and with errors of entry.
import { drawAmount } from './checks-ledger.mjs';
import { amountFor, bankDraft, bookDraft, partyFor, pay, transpose } from './checks-payments.mjs';

const dayBefore = (c, back) => c.draw.whole(-back, c.days - 1);
const namedMethods = ['achOut', 'achIn', 'achOut', 'wireIn', 'wireOut', 'purchase'];

/** One payment that both sides have. */
function plain(c, method, back) {
  const party = partyFor(c, method);
  const drafts = pay(c, { method, party, cents: amountFor(c, method, party), day: dayBefore(c, back) });
  c.ledger.match(drafts.phenomenon, [drafts.book, drafts.line]);
}

/** A wire from which a bank on the way takes its fee, or for which the bank charges on a line of its own. */
export function wireFee(c) {
  const { draw, ledger } = c;
  const party = partyFor(c, 'wireIn');
  const fee = draw.one([1500, 2500]);
  const day = dayBefore(c, 1);
  if (draw.chance(0.6)) {
    const cents = amountFor(c, 'wireIn', party);
    const { book, line } = pay(c, { method: 'wireIn', party, cents, day, feeCents: fee });
    if (draw.chance(0.25)) book.feeCents = fee;
    ledger.match('wireFeeDeducted', [book, line]);
    return;
  }
  const payee = partyFor(c, 'wireOut');
  const { book, line } = pay(c, { method: 'wireOut', party: payee, cents: amountFor(c, 'wireOut', payee), day });
  ledger.match('wireFeeOnItsOwnLine', [book, line]);
  const charge = bankDraft(c, { day: line.day, cents: -fee, description: draw.one(c.wireFeeTexts) });
  if (draw.chance(0.7)) ledger.leave(charge);
  else {
    const booked = bookDraft(c, { day: line.day, cents: -fee, party: c.ownBank, description: 'Wire fee' });
    ledger.match('wireFeeBooked', [booked, charge]);
  }
}

/** The same party and amount every month; a cleaner or a grocer every week. */
export function recurring(c) {
  const { draw } = c;
  const method = draw.one(['achOut', 'achOut', 'check', 'purchase', 'achIn']);
  const party = partyFor(c, method);
  const cents = party.price ?? drawAmount(draw);
  const step = draw.chance(0.2) ? 7 : 30;
  for (let day = draw.whole(0, Math.min(step, c.days) - 1); day < c.days; day += step) {
    const { book, line } = pay(c, { method, party, cents, day });
    c.ledger.match(step === 7 ? 'recurringWeekly' : 'recurringMonthly', [book, line]);
  }
}

/** Several parties, one amount, the same days. With 'silent' lines nothing tells which is whose. */
function equalPayments(c, silent) {
  const { draw } = c;
  const method = silent
    ? draw.one(['check', 'deposit', 'achIn', 'achOut'])
    : draw.one(['check', 'achOut', 'achIn', 'achOut']);
  const isPayroll = method !== 'deposit' && method !== 'achIn' && draw.chance(0.4);
  const cents = isPayroll ? draw.whole(600, 1800) * 100 : draw.one([999, 2900, 9900, 25000, 75000, 120000, 150000]);
  const start = dayBefore(c, 0);
  const parties = new Set();
  const wanted = silent ? draw.whole(2, 3) : draw.whole(2, 5);
  while (parties.size < wanted) parties.add(isPayroll ? draw.one(c.parties.employees) : partyFor(c, method));
  for (const party of parties) {
    const day = isPayroll ? start : start + draw.whole(0, 2);
    const { book, line } = pay(c, { method, party, cents, day, silent });
    c.ledger.match(silent ? 'sameAmountNothingTells' : 'sameAmountOtherParties', [book, line]);
  }
}

const errors = {
  digitsTransposed: (cents, draw) => transpose(cents, draw),
  digitDropped: (cents, { whole }) => {
    const text = String(cents);
    const at = whole(1, text.length - 1);
    return Number(text.slice(0, at) + text.slice(at + 1));
  },
  digitDoubled: (cents, { whole }) => {
    const text = String(cents);
    const at = whole(0, text.length - 1);
    return Number(text.slice(0, at + 1) + text.slice(at));
  },
  signReversed: (cents) => -cents,
};

/** The bookkeeper mistypes the amount; a fifth of the lines give neither name nor number. */
export function mistyped(c) {
  const { draw } = c;
  const how = draw.one(['digitsTransposed', 'digitsTransposed', 'digitDropped', 'digitDoubled', 'signReversed']);
  const method = draw.one([...namedMethods, 'check', 'check']);
  const party = partyFor(c, method);
  const silent = draw.chance(0.2);
  const { book, line } = pay(c, { method, party, cents: drawAmount(draw), day: dayBefore(c, 0), silent });
  const sign = Math.sign(book.cents);
  const typed = sign * errors[how](Math.abs(book.cents), draw);
  // An amount such as 555.55 survives the slip: then it is an ordinary payment.
  const phenomenon = typed === book.cents ? 'unharmedSlip' : how;
  book.cents = typed;
  c.ledger.match(phenomenon, [book, line]);
}

/** Entered twice in the books; the bank has it once. */
export function enteredTwice(c) {
  const { draw } = c;
  const method = draw.one([...namedMethods, 'deposit', 'check']);
  const party = partyFor(c, method);
  const day = dayBefore(c, 0);
  const cents = amountFor(c, method, party);
  const { book, line } = pay(c, { method, party, cents, day });
  c.ledger.match('enteredTwice', [book, line]);
  // The second entry is the later one, or lacks the number: of two equal records nobody could say which is right.
  const again = { ...book, day: book.day + draw.whole(1, 3) };
  if (book.reference && draw.chance(0.4)) Object.assign(again, { day: book.day, reference: null });
  c.ledger.leave(again);
}

/** The bank has it twice: a merchant or the bank took it a second time, and the books know of one. */
export function bankedTwice(c) {
  const { draw, calendar } = c;
  const method = draw.one(['purchase', 'achOut', 'purchase']);
  const party = partyFor(c, method);
  const payment = { method, party, cents: amountFor(c, method, party), day: dayBefore(c, 0), form: 'cut' };
  const { book, line } = pay(c, payment);
  c.ledger.match('bankedTwice', [book, line]);
  // The second line comes on a later day, so that the first is the one that was meant.
  c.ledger.leave(pay(c, { ...payment, day: calendar.after(line.day, 1) }).line);
}
export const check = (c) => plain(c, 'check', 20);
export const deposit = (c) => plain(c, 'deposit', 2);
export const achOut = (c) => plain(c, 'achOut', 3);
export const achIn = (c) => plain(c, 'achIn', 3);
export const wireOut = (c) => plain(c, 'wireOut', 1);
export const wireIn = (c) => plain(c, 'wireIn', 1);
export const purchase = (c) => plain(c, 'purchase', 2);
export const sameAmount = (c) => equalPayments(c, false);
export const nothingTells = (c) => equalPayments(c, true);
