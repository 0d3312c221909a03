// An online shop in Malaysia and Singapore: transfers of its customers, couriers that remit cash on delivery,
// marketplaces, a card provider, and the truth of what belongs together. Written from a description of such books,
// without knowledge of how the product matches.
import { drawer } from './draw.mjs';
import { calendarOf } from './money-and-days.mjs';
import * as cards from './shops-cards.mjs';
import { shopsLedger } from './shops-ledger.mjs';
import * as mistakes from './shops-mistakes.mjs';
import { customers } from './shops-names.mjs';
import { shopsPapers } from './shops-papers.mjs';
import { cashOnDelivery, marketplacePayouts } from './shops-payouts.mjs';
import * as transfers from './shops-transfers.mjs';

// the holidays of Malaysia from 2025 to April 2026 that all banks keep
const holidays = `2025-01-01 2025-01-29 2025-01-30 2025-02-11 2025-03-31 2025-04-01 2025-05-01 2025-05-12 2025-06-02
2025-06-27 2025-09-01 2025-09-05 2025-09-16 2025-10-20 2025-12-25 2026-01-01 2026-02-02 2026-02-17 2026-02-18
2026-03-20 2026-03-23`;

/** How often each event happens beside the remittances and payouts: its weight. */
const events = [
  [transfers.simple, 44],
  [transfers.supplierPaid, 7],
  [cards.cardFeeStated, 12],
  [cards.cardFeeUnstated, 5],
  [transfers.numberWithNoise, 6],
  [transfers.numberMissing, 5],
  [transfers.numberMistyped, 3],
  [transfers.payerIsAnother, 4],
  [transfers.textCut, 3],
  [transfers.paidLate, 2],
  [transfers.severalOrdersAtOnce, 3.5],
  [transfers.orderInParts, 3],
  [transfers.statementInParts, 0.8],
  [transfers.roundedToFiveSen, 1.5],
  [transfers.chargesDeducted, 1.5],
  [transfers.otherCurrency, 1.2],
  [transfers.refund, 1.5],
  [transfers.paymentReturned, 0.6],
  [cards.chargeback, 0.8],
  [mistakes.signReversed, 0.7],
  [mistakes.slippedDigits, 1.6],
  [mistakes.sameAmounts, 1],
  [mistakes.enteredTwice, 1.2],
  [mistakes.paidTwice, 1.2],
  [mistakes.cancelled, 2],
  [mistakes.directorsLoan, 0.6],
  [mistakes.wrongReference, 0.6],
  [mistakes.swappedReferences, 0.5],
  [mistakes.onlyInBank, 3],
  [mistakes.unknownDeposit, 1],
  [mistakes.unpaid, 2],
  [mistakes.priorPeriod, 1],
];

export function shopsAndCouriers({ seed, records, days, company = `shops ${seed}` }) {
  // other random numbers than those of checks and wires
  const draw = drawer(1_000_000 + seed);
  const calendar = calendarOf(Date.UTC(2025, draw.whole(0, 12), 1), holidays);
  const customer = customers(draw, records);
  const ledger = shopsLedger({ draw, days, company, calendar });
  const papers = shopsPapers({ draw, days, records, calendar, customer });
  const shop = { draw, days, calendar, customer, ledger, papers };

  cashOnDelivery(shop, Math.round(records * 0.16));
  marketplacePayouts(shop, Math.round(records * 0.12));
  const afterPayouts = ledger.count() + records * 0.07;
  while (ledger.count() < afterPayouts) cards.cardPayout(shop);
  while (ledger.count() < records) draw.weighted(events)(shop);
  return ledger.finish();
}
