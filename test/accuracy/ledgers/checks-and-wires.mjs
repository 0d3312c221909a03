// The books and the bank account of a US small business, and the truth about what belongs together. Written from
// what banks and bookkeepers do, not from the match rules: whoever changes it must not look at those.

import { bankTexts } from './checks-bank-texts.mjs';
import * as grouped from './checks-kinds-grouped.mjs';
import * as single from './checks-kinds-single.mjs';
import * as troubled from './checks-kinds-troubled.mjs';
import { newLedger } from './checks-ledger.mjs';
import { drawParties } from './checks-names.mjs';
import { newSeries } from './checks-payments.mjs';
import { drawer } from './draw.mjs';
import { calendarOf } from './money-and-days.mjs';

const kinds = { ...single, ...grouped, ...troubled };

const periodStarts = ['2025-01-01', '2025-03-01', '2025-07-01', '2025-10-01', '2026-01-01', '2026-05-01'];
const bankHolidays = `2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11
2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12
2026-11-11 2026-11-26 2026-12-25`;

const setting = {
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
  events: {
    ...{ check: 250, deposit: 55, achOut: 150, achIn: 115, wireOut: 20, wireIn: 25, purchase: 75 },
    ...{ wireFee: 18, recurring: 18, sameAmount: 16, nothingTells: 7, mistyped: 40 },
    ...{ enteredTwice: 18, bankedTwice: 12 },
    ...{ cardBatch: 42, cardWeekend: 12, depositOfSeveral: 50, severalInvoices: 40, instalments: 24, payrollRun: 8 },
    ...{ voidAndReissue: 22, stopPayment: 8, returnedDeposit: 10, bankReversal: 8, swappedReferences: 7 },
    ...{ otherPayee: 14, otherCheck: 12, onlyInBank: 60, priorPeriod: 14, onlyInBooks: 48 },
  },
};

/** Everything the kinds of events share: the parties, the account's manner, and the running numbers. */
function newContext({ draw, records, days, company }) {
  const calendar = calendarOf(Date.parse(draw.one(periodStarts)), bankHolidays);
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
    ownBank: { name: 'Bank fees', person: false, dba: null, descriptor: null, price: null },
    cardCustomer: { name: 'Card sales', person: true, dba: null, descriptor: null, price: null },
    locations: Math.max(1, Math.round(perDay / 60)),
    usedBatches: new Set(),
    isGrossProcessor: draw.chance(0.3),
  };
}

/**
 * 'records' is the approximate number on both sides together. Records of the same company share a bank's manner and
 * one list of parties; the period begins on the first of a month that the seed draws.
 */
export function checksAndWires({ seed, records, days, company = `Business ${seed}` }) {
  const draw = drawer(seed);
  const c = newContext({ draw, records, days, company });
  while (c.ledger.size() < records) kinds[draw.weighted(setting.events)](c);
  return c.ledger.finish(draw);
}
