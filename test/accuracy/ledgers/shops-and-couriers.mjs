// An online shop in Malaysia and Singapore: transfers of its customers, couriers that remit cash on delivery,
// marketplaces, a card provider, and the truth of what belongs together. Written from a description of such books,
// without knowledge of how the product matches.
import { shopsCalendar } from './shops-calendar.mjs';
import * as cards from './shops-cards.mjs';
import { shopsDraw } from './shops-draw.mjs';
import { shopsLedger } from './shops-ledger.mjs';
import * as mistakes from './shops-mistakes.mjs';
import { customers } from './shops-names.mjs';
import { shopsPapers } from './shops-papers.mjs';
import { cashOnDelivery, marketplacePayouts } from './shops-payouts.mjs';
import * as transfers from './shops-transfers.mjs';

/** How often each event happens beside the remittances and payouts: its weight at the levels hard and easy. */
const events = [
  [transfers.simple, 44, 66],
  [transfers.supplierPaid, 7, 8],
  [cards.cardFeeStated, 12, 12],
  [cards.cardFeeUnstated, 5, 2],
  [transfers.numberWithNoise, 6, 6],
  [transfers.numberMissing, 5, 3],
  [transfers.numberMistyped, 3, 0.3],
  [transfers.payerIsAnother, 4, 1],
  [transfers.textCut, 3, 1],
  [transfers.paidLate, 2, 1],
  [transfers.severalOrdersAtOnce, 3.5, 1.5],
  [transfers.orderInParts, 3, 1],
  [transfers.statementInParts, 0.8, 0.2],
  [transfers.roundedToFiveSen, 1.5, 0.5],
  [transfers.chargesDeducted, 1.5, 0.3],
  [transfers.otherCurrency, 1.2, 0.3],
  [transfers.refund, 1.5, 1],
  [transfers.paymentReturned, 0.6, 0.2],
  [cards.chargeback, 0.8, 0.3],
  [mistakes.signReversed, 0.7, 0],
  [mistakes.slippedDigits, 1.6, 0.2],
  [mistakes.sameAmounts, 1, 0.2],
  [mistakes.enteredTwice, 1.2, 0.3],
  [mistakes.paidTwice, 1.2, 0.3],
  [mistakes.cancelled, 2, 1],
  [mistakes.directorsLoan, 0.6, 0],
  [mistakes.wrongReference, 0.6, 0],
  [mistakes.swappedReferences, 0.5, 0],
  [mistakes.onlyInBank, 3, 2],
  [mistakes.unknownDeposit, 1, 0.5],
  [mistakes.unpaid, 2, 1],
  [mistakes.priorPeriod, 1, 0.5],
];

/**
 * @typedef {{ company: string, side: 'left'|'right', key: string, amount: string, at: string,
 *   counterparty?: string|null, reference?: string|null, description: string, fee?: string|null }} LedgerRecord
 */

/**
 * @param {{ seed: number, records: number, days: number, company?: string, level?: 'easy'|'hard' }} options
 *   records: the approximate number on both sides together; days: the length of the period
 * @returns {{ records: LedgerRecord[],
 *   truth: { keys: string[], phenomenon: string, evidence: ('reference'|'name'|'amount'|'none')[] }[],
 *   loose: { key: string, phenomenon: string }[] }}
 */
export function shopsAndCouriers({ seed, records, days, company = `shops ${seed}`, level = 'hard' }) {
  const draw = shopsDraw(seed);
  const hard = level === 'hard';
  const calendar = shopsCalendar(draw);
  const customer = customers(draw, records);
  const ledger = shopsLedger({ draw, days, company, calendar });
  const papers = shopsPapers({ draw, days, records, calendar, hard, customer });
  const shop = { draw, days, calendar, customer, ledger, papers, hard };

  cashOnDelivery(shop, Math.round(records * 0.16));
  marketplacePayouts(shop, Math.round(records * 0.12));
  const afterPayouts = ledger.count() + records * 0.07;
  while (ledger.count() < afterPayouts) cards.cardPayout(shop);
  const shares = events.map(([event, hardShare, easyShare]) => [event, hard ? hardShare : easyShare]);
  while (ledger.count() < records) draw.weighted(shares)(shop);
  return ledger.finish();
}
