// Voids and reversals, returned deposits, misleading pairs, and records that belong to nothing.
import { bankOnly } from './checks-bank-texts.mjs';
import { drawAmount } from './checks-ledger.mjs';
import { amountFor, bankDraft, bookDraft, checkInBooks, partyFor, pay } from './checks-payments.mjs';

const voidTexts = (number) => [`VOID CHK ${number}`, `Void: check ${number}`, `Voided #${number}`, 'Void'];

function checkAndVoid(c, { party, cents, day, number }) {
  const { draw, calendar } = c;
  const notes = checkInBooks(c, number);
  const entered = bookDraft(c, { day, cents: -cents, party, ...notes });
  const description = draw.one(voidTexts(number));
  const voided = bookDraft(c, {
    day: calendar.open(day + draw.whole(1, 12)),
    cents,
    party,
    reference: draw.chance(0.6) ? notes.reference : null,
    description,
  });
  return { entered, voided };
}

/** A check is lost, voided, and written again under a new number. */
export function voidAndReissue(c) {
  const { draw, ledger } = c;
  const party = partyFor(c, 'check');
  const cents = drawAmount(draw);
  const day = c.calendar.open(draw.whole(-8, c.days - 1));
  const { entered, voided } = checkAndVoid(c, { party, cents, day, number: c.nextCheck(day) });
  ledger.match('voidedCheck', [entered, voided]);
  if (!draw.chance(0.8)) return;
  const again = pay(c, { method: 'check', party, cents, day: voided.day + draw.whole(0, 3) });
  ledger.match('reissuedCheck', [again.book, again.line]);
}

/** The bank is told not to pay a check, and charges for it; not every bookkeeper voids the check. */
export function stopPayment(c) {
  const { draw, ledger } = c;
  const party = partyFor(c, 'check');
  const day = c.calendar.open(draw.whole(0, c.days - 1));
  const number = c.nextCheck(day);
  const { entered, voided } = checkAndVoid(c, { party, cents: drawAmount(draw), day, number });
  const description = draw.one(['STOP PAYMENT FEE', `STOP PAYMENT CHECK ${number}`, 'STOP PMT CHARGE']);
  ledger.leave(bankDraft(c, { day: c.calendar.after(day, 2), cents: -3500, description }));
  if (draw.chance(0.6)) ledger.match('stoppedCheckVoided', [entered, voided]);
  else ledger.leave(entered);
}

/** A customer's check bounces: the deposit stands, the bank takes it back, and charges a fee. */
export function returnedDeposit(c) {
  const { draw, ledger, calendar } = c;
  const party = partyFor(c, 'deposit');
  const cents = drawAmount(draw);
  const { book, line } = pay(c, { method: 'deposit', party, cents, day: draw.whole(0, c.days - 1) });
  ledger.match('depositLaterReturned', [book, line]);
  const day = calendar.after(line.day, draw.whole(2, 6));
  const description = draw.one(['RETURNED DEPOSITED ITEM', 'DEPOSITED ITEM RETURNED NSF', 'RETURN ITEM CHARGEBACK']);
  const back = bankDraft(c, { day, cents: -cents, description });
  const fee = { day, cents: -draw.one([1200, 1500]), description: 'RETURNED DEPOSITED ITEM FEE' };
  ledger.leave(bankDraft(c, fee));
  if (draw.chance(0.3)) return ledger.leave(back);
  const reversal = { day: day + draw.whole(0, 2), cents: -cents, party, description: 'NSF check returned' };
  return ledger.match('returnedDeposit', [bookDraft(c, { ...reversal, reference: book.reference }), back]);
}

/** The bank corrects itself: a posting and its reversal, of which the books know nothing. */
export function bankReversal(c) {
  const { draw, ledger, calendar } = c;
  const day = calendar.open(draw.whole(0, c.days - 1));
  if (draw.chance(0.5)) {
    const cents = drawAmount(draw);
    const wrong = bankDraft(c, { day, cents, description: 'DEPOSIT' });
    const later = calendar.after(day, draw.whole(1, 3));
    const back = bankDraft(c, { day: later, cents: -cents, description: 'DEPOSIT CORRECTION DEBIT' });
    ledger.match('bankCorrection', [wrong, back]);
    return;
  }
  // A debit is returned unpaid and presented again; by the rules of ACH the second says so.
  const payment = { method: 'achOut', party: partyFor(c, 'achOut'), cents: drawAmount(draw), day, form: 'cut' };
  const first = pay(c, payment).line;
  const returnDay = calendar.after(first.day, draw.whole(1, 2));
  const description = `ACH RETURN R01 ${first.description}`.slice(0, 70);
  const returned = bankDraft(c, { day: returnDay, cents: -first.cents, description });
  ledger.match('returnedAch', [first, returned]);
  const { book, line } = pay(c, payment);
  line.day = calendar.after(returnDay, draw.whole(1, 3));
  line.description = `${line.description} RETRY PYMT`;
  ledger.match('representedAch', [book, line]);
}

/** An outstanding item, and a bank line of the same amount that names somebody else. */
export function otherPayee(c) {
  const { draw, ledger } = c;
  const method = draw.one(['achOut', 'achIn', 'wireOut', 'wireIn']);
  const [party, stranger] = [partyFor(c, method), partyFor(c, method)];
  if (party === stranger) return;
  const payment = { method, cents: amountFor(c, method, party), day: draw.whole(0, c.days - 1) };
  // A trap must be visible: the names of both are given in full.
  ledger.leave({ ...pay(c, { ...payment, party }).book, counterparty: party.name });
  ledger.leave(pay(c, { ...payment, party: { ...stranger, dba: null }, form: 'full' }).line);
}

/** An outstanding check, and a check of the same amount whose number the books do not have. */
export function otherCheck(c) {
  const { draw, ledger, texts } = c;
  const party = partyFor(c, 'check');
  const payment = { method: 'check', party, cents: drawAmount(draw), day: draw.whole(0, c.days - 1) };
  ledger.leave(pay(c, payment).book);
  // From another check book, so that the number is not a slip of the number in the books.
  const { line } = pay(c, payment);
  const number = c.otherCheckBook + draw.whole(0, 899);
  const description = texts.check(number, 'number');
  ledger.leave({ ...line, description, reference: texts.reference(number) });
}

/** Two deposits whose slips were mixed up: the amounts are right, the numbers crossed. */
export function swappedReferences(c) {
  const { draw, ledger, calendar } = c;
  const day = calendar.open(draw.whole(0, c.days - 1));
  const slips = [c.nextSlip(day), c.nextSlip(day)];
  // The cent keeps two equal price points apart.
  const amounts = [drawAmount(draw), drawAmount(draw) + 1];
  for (const [index, cents] of amounts.entries()) {
    const entry = { day, cents, party: partyFor(c, 'deposit'), description: 'Check received' };
    const book = bookDraft(c, { ...entry, reference: `Dep ${slips[index]}` });
    const posted = calendar.after(day, draw.whole(0, 2));
    const line = bankDraft(c, { day: posted, cents, description: `DEPOSIT ${slips[1 - index]}` });
    ledger.match('swappedReferences', [book, line]);
  }
}

export function onlyInBank(c) {
  const { draw, ledger, calendar } = c;
  const [description, low, high] = draw.one(bankOnly);
  const day = calendar.open(draw.whole(0, c.days - 1));
  ledger.leave(bankDraft(c, { day, cents: draw.whole(low, high), description }));
}

/** A payment of the last period that the bank has in the first days of this one. */
export function priorPeriod(c) {
  const { draw, ledger } = c;
  const method = draw.one(['check', 'check', 'achIn', 'deposit', 'achOut']);
  const party = partyFor(c, method);
  const { line } = pay(c, { method, party, cents: amountFor(c, method, party), day: draw.whole(-6, 0) });
  ledger.leave({ ...line, day: c.calendar.open(draw.whole(0, 6)) });
}

export function onlyInBooks(c) {
  const { draw, ledger } = c;
  const day = draw.whole(0, c.days - 1);
  if (draw.chance(0.25)) {
    const memo = draw.one(['Accrued utilities', 'Accrued wages', 'Month-end accrual', 'Adjusting entry']);
    const reference = `JE-${draw.whole(100, 999)}`;
    const entry = { day, cents: -drawAmount(draw), party: draw.one(c.parties.vendors), reference, description: memo };
    return ledger.leave(bookDraft(c, entry));
  }
  const method = draw.one(['check', 'check', 'check', 'achOut', 'deposit']);
  const party = partyFor(c, method);
  return ledger.leave(pay(c, { method, party, cents: amountFor(c, method, party), day }).book);
}
