// One payment as the books and as the bank show it: checks, deposits, ACH, wires, and card purchases.
import { drawAmount } from './checks-ledger.mjs';
import { nameAtBank, nameInBooks } from './checks-names.mjs';

/** Numbers that rise with the days, as a check book's and an invoice book's do. */
export function newSeries(first, perDay) {
  const used = new Set();
  return (day) => {
    let number = first + Math.floor((day + 40) * perDay);
    while (used.has(number)) number += 1;
    used.add(number);
    return number;
  };
}

export function bookDraft(c, { day, cents, party, reference = null, description, feeCents }) {
  const isUnnamed = c.draw.chance(c.setting.unnamedInBooks);
  const name = nameInBooks(party, c.draw, c.setting.nameVariation);
  return {
    side: 'left',
    day,
    cents,
    counterparty: isUnnamed ? null : name,
    // Without a counterparty, half of the bookkeepers write the name into the memo.
    description: isUnnamed && c.draw.chance(0.5) ? `${description} ${name}` : description,
    reference,
    ...(feeCents === undefined ? {} : { feeCents }),
  };
}

export function bankDraft(c, { day, cents, description, checkNumber }) {
  return { side: 'right', day, cents, description, reference: c.texts.reference(checkNumber) };
}

/** How the books note a check: the bookkeeper has a habit, and does not always keep to it. */
export function checkInBooks(c, number) {
  const { draw, setting } = c;
  const habit = draw.chance(setting.nameVariation) ? draw.one(['CHK ', '', 'Check #']) : c.checkHabit;
  const text = `${habit}${number}`;
  const bill = `Bill ${c.texts.id(4)}`;
  if (draw.chance(setting.numberMissing)) return { reference: null, description: bill };
  if (draw.chance(setting.numberInMemo)) return { reference: bill, description: `CHK ${number}` };
  return { reference: text, description: draw.one([bill, 'Bill payment', 'Vendor payment', '']) || text };
}

/** Two neighbouring digits of a number changed places; the same number when all its digits are the same. */
export function transpose(number, { whole }) {
  const digits = String(number).split('');
  // No zero comes to the front: that would be another kind of slip, a digit less.
  const differs = (index) => digits[index] !== digits[index - 1] && !(index === 1 && digits[1] === '0');
  const places = digits.map((_, index) => index).filter((index) => index > 0 && differs(index));
  if (places.length === 0) return number;
  const at = places[whole(0, places.length - 1)];
  [digits[at - 1], digits[at]] = [digits[at], digits[at - 1]];
  return Number(digits.join(''));
}

function payByCheck(c, { party, cents, day, silent, number = c.nextCheck(day) }) {
  const { draw, setting, calendar, texts } = c;
  const lag = Number(draw.weighted(setting.checkLags)) + draw.whole(0, 3);
  const form = silent ? 'none' : draw.weighted(setting.checkForms);
  const written = form === 'mistyped' ? transpose(number, draw) : number;
  const notes = checkInBooks(c, written);
  const book = bookDraft(c, { day, cents: -cents, party, ...notes });
  const line = bankDraft(c, {
    day: calendar.open(day + Math.min(25, lag)),
    cents: -cents,
    description: texts.check(number, form === 'mistyped' ? 'number' : form),
    checkNumber: silent ? undefined : number,
  });
  return { book, line, phenomenon: 'check' };
}

function payByDeposit(c, { party, cents, day, silent }) {
  const { draw, setting, calendar, texts } = c;
  const slip = !silent && draw.chance(setting.depositSlip) ? c.nextSlip(day) : null;
  const theirCheck = draw.one([`Ck ${texts.id(4)}`, `INV-${c.nextInvoice(day)}`, null]);
  const book = bookDraft(c, {
    day,
    cents,
    party,
    reference: slip ? `Dep ${slip}` : theirCheck,
    description: draw.one(['Customer payment', 'Receipt', 'Check received', 'Payment']),
  });
  const posted = calendar.after(day, Number(draw.weighted({ 0: 3, 1: 5, 2: 2, 3: 1 })));
  const line = bankDraft(c, { day: posted, cents, description: texts.deposit(slip) });
  return { book, line, phenomenon: 'deposit' };
}

const lags = {
  ach: { 0: 3, 1: 5, 2: 2, 3: 1 },
  wire: { 0: 7, 1: 3 },
  purchase: { 0: 2, 1: 5, 2: 3, 3: 1 },
};
const memos = {
  achOut: ['Bill payment', 'ACH payment', 'Online payment', 'Autopay', 'Payment'],
  achIn: ['Customer payment', 'ACH receipt', 'Payment received', 'Payment'],
  wireOut: ['Wire', 'Wire payment', 'Payment'],
  wireIn: ['Wire received', 'Customer payment', 'Payment'],
  purchase: ['Card purchase', 'Expense', 'Supplies', 'Subscription'],
};

function payByName(c, { method, party, cents, day, silent, form, feeCents = 0, invoice }) {
  const { draw, setting, calendar, texts } = c;
  const family = method.replace(/(Out|In)$/, '');
  const signed = method.endsWith('In') ? cents : -cents;
  // The invoices that come in bear the vendors' numbers.
  const number = invoice ?? (method.endsWith('In') ? c.nextInvoice(day) : Number(texts.id(5)));
  const nameForm = silent ? 'none' : (form ?? draw.weighted(setting.nameForms));
  const name = nameForm === 'none' ? null : nameAtBank(party, nameForm, draw);
  const isRemitted = !silent && family !== 'purchase' && draw.chance(setting.remittance);
  const hasReference = isRemitted || draw.chance(0.6);
  const posted = calendar.after(day, Number(draw.weighted(lags[family])));
  const book = bookDraft(c, {
    // Money that comes unannounced is sometimes booked on the morning after.
    day: method.endsWith('In') && draw.chance(setting.bookedLate) ? posted + 1 : day,
    cents: signed,
    party,
    reference: hasReference && family !== 'purchase' ? draw.one([`INV-${number}`, `${number}`, `Inv ${number}`]) : null,
    description: draw.one(memos[method]),
  });
  const text = texts[method]({
    name,
    invoice: isRemitted ? number : null,
    at: calendar.text(posted),
  });
  const line = bankDraft(c, { day: posted, cents: signed - feeCents, description: text });
  return { book, line, phenomenon: family };
}

/**
 * Drafts of one payment; the caller adds them to the ledger.
 * 'silent' leaves away the name and all numbers that both sides know.
 */
export function pay(c, payment) {
  // People enter payments on the days they work.
  const settled = { ...payment, day: c.calendar.open(payment.day) };
  if (payment.method === 'check') return payByCheck(c, settled);
  if (payment.method === 'deposit') return payByDeposit(c, settled);
  return payByName(c, settled);
}

/** A party to whom, or from whom, a method is used. */
export function partyFor(c, method) {
  const { draw, parties } = c;
  if (method === 'purchase') return draw.chance(0.4) ? draw.one(parties.subscriptions) : draw.one(parties.vendors);
  if (method === 'deposit' || method.endsWith('In')) return draw.one(parties.customers);
  return draw.chance(0.12) ? draw.one(parties.employees) : draw.one(parties.vendors);
}

export const amountFor = (c, method, party) => {
  // Subscriptions are paid by the seat.
  if (party.price !== null && c.draw.chance(0.7)) return party.price * c.draw.one([1, 1, 1, 2, 3, 5]);
  const cents = drawAmount(c.draw);
  // Nobody wires small change, and nobody buys a house with a debit card.
  if (method.startsWith('wire')) return Math.max(cents, 75_000) * c.draw.whole(1, 3);
  return method === 'purchase' ? Math.min(cents, 150_000) : cents;
};
