// Where several records of one side are one of the other: card batches, deposits, payroll, invoices, instalments.
import { drawAmount, totalOf } from './checks-ledger.mjs';
import { bankDraft, bookDraft, partyFor, pay } from './checks-payments.mjs';
import { sumOf } from './money-and-days.mjs';

/** The processor's price: 2.9% and 30 cents an item, rounded for each item. */
const cardFee = (cents) => Math.round(cents * 0.029) + 30;
const cardBrands = ['Visa', 'Mastercard', 'Amex', 'Discover', 'Card'];

function saleAmount(draw) {
  const cents = drawAmount(draw);
  return cents > 250_000 ? Math.round(cents / 20) : cents;
}

function cardSale(c, { day, location, batch, statesFee }) {
  const { draw } = c;
  const cents = saleAmount(draw);
  const isRefund = draw.chance(c.setting.refund);
  const place = location > 0 && draw.chance(0.7) ? ` loc ${location}` : '';
  const kind = `${draw.one(cardBrands)} ${isRefund ? 'refund' : 'sale'}`;
  const sale = bookDraft(c, {
    day,
    cents: isRefund ? -Math.round(cents / 4) : cents,
    party: draw.chance(0.5) ? c.cardCustomer : partyFor(c, 'deposit'),
    reference: batch ? `Batch ${batch}` : draw.one([null, `SR-${c.nextInvoice(day)}`]),
    description: `${draw.chance(0.8) ? kind : 'Sales receipt'}${place}`,
  });
  // The processor gives no fee back for a refund, and takes none.
  sale.batchFee = isRefund ? 0 : cardFee(cents);
  if (statesFee) sale.feeCents = sale.batchFee;
  return sale;
}

/** The next shop and day without a batch: a shop closes one batch a day. */
function openBatch(c, wantsWeekend) {
  const { draw, calendar } = c;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const [day, location] = [draw.whole(0, c.days - 1), c.locations === 1 ? 0 : draw.whole(1, c.locations)];
    const isFriday = calendar.weekday(day) === 5;
    const place = `${location} ${day}`;
    if (isFriday !== wantsWeekend || calendar.weekday(day) % 6 === 0 || c.usedBatches.has(place)) continue;
    c.usedBatches.add(place);
    return { day, location };
  }
  return null;
}

/** The sales of a shop on these days, and what the processor pays for them in one line. */
function settleBatch(c, { days, fewest, location, posted }) {
  const { draw, ledger, calendar, texts } = c;
  const batch = draw.chance(c.setting.batchReference) ? draw.whole(1000, 999999) : null;
  const isGross = c.isGrossProcessor ? draw.chance(0.9) : draw.chance(0.1);
  const statesFee = !isGross && draw.chance(0.2);
  const items = Array.from({ length: draw.whole(fewest, 12) }, (_, index) =>
    cardSale(c, { day: days[index % days.length], location, batch, statesFee }),
  );
  const total = totalOf(items) - (isGross ? 0 : sumOf(items.map(({ batchFee }) => batchFee)));
  if (total <= 0) return;
  const description = texts.cards(calendar.text(posted), location, batch);
  const line = bankDraft(c, { day: posted, cents: total, description });
  ledger.match(batch ? 'cardBatchWithReference' : 'cardBatch', [...items, line]);
}

export function cardBatch(c) {
  const opened = openBatch(c, false);
  if (!opened) return;
  const { day, location } = opened;
  const posted = c.calendar.after(day, c.draw.whole(1, 2));
  settleBatch(c, { days: [day], fewest: 2, location, posted });
}

/** Friday to Sunday come on Monday: in one line, or in three lines of one day. */
export function cardWeekend(c) {
  const { draw, calendar } = c;
  const opened = openBatch(c, true);
  if (!opened) return;
  const { day, location } = opened;
  const days = [day, day + 1, day + 2];
  const posted = calendar.after(day + 3, draw.chance(0.2) ? 1 : 0);
  if (draw.chance(0.6)) settleBatch(c, { days, fewest: 4, location, posted });
  else for (const one of days) settleBatch(c, { days: [one], fewest: 2, location, posted });
}

/** Several checks and cash receipts brought to the bank together. */
export function depositOfSeveral(c) {
  const { draw, ledger, calendar, texts } = c;
  const day = calendar.open(draw.whole(-2, c.days - 1));
  const oneCustomer = draw.chance(0.2) ? partyFor(c, 'deposit') : null;
  const slip = draw.chance(c.setting.depositSlip) ? c.nextSlip(day) : null;
  const receipts = Array.from({ length: draw.whole(2, 6) }, () =>
    bookDraft(c, {
      day: Math.max(0, day - draw.whole(0, 2)),
      cents: drawAmount(draw),
      party: oneCustomer ?? partyFor(c, 'deposit'),
      reference: slip ? `Dep ${slip}` : draw.one([`Ck ${texts.id(4)}`, `INV-${c.nextInvoice(day)}`, 'Cash', null]),
      description: draw.one(['Check received', 'Customer payment', 'Cash receipt', 'Payment']),
    }),
  );
  const posted = calendar.after(Math.max(0, day), draw.whole(0, 2));
  const line = bankDraft(c, { day: posted, cents: totalOf(receipts), description: texts.deposit(slip) });
  ledger.match('depositOfSeveral', [...receipts, line]);
}

/** One customer pays, or one vendor gets, several invoices at once. */
export function severalInvoices(c) {
  const { draw, ledger } = c;
  const method = draw.one(['achIn', 'wireIn', 'achIn', 'achOut', 'check']);
  const party = partyFor(c, method);
  const day = draw.whole(4, Math.max(4, c.days - 4));
  const drafts = pay(c, { method, party, cents: 100, day });
  const sign = Math.sign(drafts.book.cents);
  const parts = Array.from({ length: draw.whole(2, 5) }, (_, index) => ({
    ...drafts.book,
    day: Math.max(0, drafts.book.day - draw.whole(0, 4)),
    cents: sign * drawAmount(draw),
    // A check's number stands on each bill that it pays; an invoice number only on the first.
    reference: index === 0 || method === 'check' ? drafts.book.reference : `INV-${c.nextInvoice(day)}`,
  }));
  const line = { ...drafts.line, cents: totalOf(parts) };
  ledger.match('severalInvoices', [...parts, line]);
}

/** One invoice paid in two or three parts. */
export function instalments(c) {
  const { draw, ledger } = c;
  const method = draw.one(['achIn', 'wireIn', 'achOut', 'achIn']);
  const party = partyFor(c, method);
  const count = draw.whole(2, 3);
  const day = draw.whole(0, Math.max(0, c.days - 8 * count));
  const invoice = c.nextInvoice(day);
  const cents = drawAmount(draw) * count + 100;
  const parts = Array.from({ length: count }, (_, index) =>
    pay(c, { method, party, cents, day: day + index * draw.whole(3, 7), invoice }),
  );
  const sign = Math.sign(parts[0].book.cents);
  const share = draw.chance(0.6) ? Math.floor(cents / count) : Math.floor(cents / (count + 1));
  const lines = parts.map(({ line }, index) => ({
    ...line,
    cents: sign * (index < count - 1 ? share : cents - share * (count - 1)),
  }));
  const book = { ...parts[0].book, day: Math.min(parts[0].book.day, lines[0].day), reference: `INV-${invoice}` };
  ledger.match('instalments', [book, ...lines]);
}

/** The provider draws one sum for all salaries, of which many are equal. */
export function payrollRun(c) {
  const { draw, ledger, calendar, texts } = c;
  const day = calendar.open(draw.whole(0, c.days - 1));
  const usual = draw.whole(500, 1500) * 100;
  const count = Number(draw.weighted({ 3: 3, 4: 3, 6: 2, 8: 1, 12: 1 }));
  const salaries = Array.from({ length: count }, (_, index) =>
    bookDraft(c, {
      day,
      cents: -(draw.chance(0.5) ? usual : draw.whole(40_000, 280_000)),
      party: c.parties.employees[(day + 40 + index) % c.parties.employees.length],
      reference: draw.one([null, `PR-${calendar.text(day).slice(5)}`]),
      description: 'Payroll',
    }),
  );
  const posted = calendar.after(day, draw.whole(0, 1));
  const line = bankDraft(c, { day: posted, cents: totalOf(salaries), description: texts.payroll() });
  ledger.match('payrollRun', [...salaries, line]);
}
