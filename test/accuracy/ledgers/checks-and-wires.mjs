// The books and the bank account of a US small business, and the truth about what belongs together. Written from
// what banks and bookkeepers do, not from the match rules: whoever changes it must not look at those.
import { drawer } from '../without-keys/draw.mjs';
import { bankTexts } from './checks-bank-texts.mjs';
import { groupedKinds } from './checks-kinds-grouped.mjs';
import { singleKinds } from './checks-kinds-single.mjs';
import { troubledKinds } from './checks-kinds-troubled.mjs';
import { drawCalendar, newLedger, weighted } from './checks-ledger.mjs';
import { drawParties } from './checks-names.mjs';
import { newSeries } from './checks-payments.mjs';

const kinds = { ...singleKinds, ...groupedKinds, ...troubledKinds };

const levels = {
  easy: {
    nameForms: { full: 70, cut: 26, abbreviated: 2, misspelt: 2 },
    checkForms: { number: 90, zeros: 6, none: 4 },
    checkLags: { 0: 5, 2: 4, 5: 2 },
    dbaShare: 0,
    nameVariation: 0.05,
    unnamedInBooks: 0.01,
    numberMissing: 0,
    numberInMemo: 0.03,
    numberInColumn: 1,
    remittance: 0.35,
    depositSlip: 0.4,
    bookedLate: 0,
    refund: 0,
    batchReference: 0.5,
    events: [
      { check: 220, deposit: 90, achOut: 210, achIn: 160, wireOut: 25, wireIn: 35, purchase: 90 },
      { wireFee: 6, recurring: 25, sameAmount: 6, nothingTells: 1, mistyped: 6, enteredTwice: 6, bankedTwice: 4 },
      { cardBatch: 20, cardWeekend: 4, depositOfSeveral: 20, severalInvoices: 14, instalments: 8, payrollRun: 4 },
      { voidAndReissue: 6, stopPayment: 2, returnedDeposit: 3, bankReversal: 1, swappedReferences: 0 },
      { otherPayee: 1, otherCheck: 1, onlyInBank: 25, priorPeriod: 8, onlyInBooks: 20 },
    ],
  },
  hard: {
    nameForms: { full: 40, cut: 35, abbreviated: 10, misspelt: 10, none: 5 },
    checkForms: { number: 76, zeros: 8, none: 13, mistyped: 3 },
    checkLags: { 0: 20, 2: 35, 5: 25, 9: 12, 14: 6, 19: 4, 22: 2 },
    dbaShare: 0.04,
    nameVariation: 0.25,
    unnamedInBooks: 0.05,
    numberMissing: 0.02,
    numberInMemo: 0.12,
    numberInColumn: 0.6,
    remittance: 0.15,
    depositSlip: 0.2,
    bookedLate: 0.08,
    refund: 0.03,
    batchReference: 0.25,
    events: [
      { check: 250, deposit: 55, achOut: 150, achIn: 115, wireOut: 20, wireIn: 25, purchase: 75 },
      { wireFee: 18, recurring: 18, sameAmount: 16, nothingTells: 7, mistyped: 40 },
      { enteredTwice: 18, bankedTwice: 12 },
      { cardBatch: 42, cardWeekend: 12, depositOfSeveral: 50, severalInvoices: 40, instalments: 24, payrollRun: 8 },
      { voidAndReissue: 22, stopPayment: 8, returnedDeposit: 10, bankReversal: 8, swappedReferences: 7 },
      { otherPayee: 14, otherCheck: 12, onlyInBank: 60, priorPeriod: 14, onlyInBooks: 48 },
    ],
  },
};

/** Everything the kinds of events share: the parties, the account's manner, and the running numbers. */
function newContext({ draw, setting, records, days, company }) {
  const calendar = drawCalendar(draw);
  const perDay = records / days;
  const firstCheck = draw.whole(11, 60) * 100;
  return {
    draw,
    setting,
    days,
    calendar,
    ledger: newLedger({ company, calendar, days }),
    texts: bankTexts(draw, setting, company),
    parties: drawParties(draw, Math.max(40, Math.floor(records / 15)), setting.dbaShare),
    checkHabit: draw.one(['CHK ', '', 'Check #']),
    nextCheck: newSeries(firstCheck, Math.max(1, perDay * 0.14)),
    nextInvoice: newSeries(draw.whole(20, 60) * 1000, Math.max(1, perDay * 0.7)),
    nextSlip: newSeries(draw.whole(700, 899) * 1000, Math.max(1, perDay * 0.05)),
    // Five digits: out of reach of the numbers of the check book in use.
    otherCheckBook: draw.whole(60, 90) * 1000,
    wireFeeTexts: ['WIRE TRANS SVC CHARGE', 'OUTGOING WIRE FEE', 'WIRE TRANSFER FEE'],
    ownBank: { name: 'Bank fees', role: 'bank', person: false, dba: null, descriptor: null, price: null },
    cardCustomer: { name: 'Card sales', role: 'customer', person: true, dba: null, descriptor: null, price: null },
    locations: Math.max(1, Math.round(perDay / 60)),
    usedBatches: new Set(),
    isGrossProcessor: draw.chance(0.3),
  };
}

/**
 * 'records' is the approximate number on both sides together. Records of the same company share a bank's manner and
 * one list of parties; the period begins on the first of a month that the seed draws.
 * @param {{ seed: number, records: number, days: number, company?: string, level?: 'easy' | 'hard' }} options
 * @returns {import('./checks-and-wires.d.mts').Ledger}
 */
export function checksAndWires({ seed, records, days, company = `Business ${seed}`, level = 'hard' }) {
  const draw = drawer(seed);
  const c = newContext({ draw, setting: levels[level], records, days, company });
  const shares = Object.assign({}, ...levels[level].events);
  while (c.ledger.size() < records) kinds[weighted(draw, shares)](c);
  return c.ledger.finish(draw);
}
