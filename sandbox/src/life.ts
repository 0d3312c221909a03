import type { Book } from './gateway/book.ts';
import { plantGatewayBreaks } from './gateway/breaks.ts';
import type { Conversion } from './gateway/conversion.ts';
import { gatewayLife } from './gateway/life.ts';
import { plantRareGatewayBreaks } from './gateway/rare-breaks.ts';
import {
  type DayTotal,
  releasesOf,
  type SettlementTerms,
  settlementsOf,
  settlementTimes,
} from './gateway/settlement.ts';
import { csvText } from './gateway/statement-file.ts';
import { daysAfter, localTime } from './local-time.ts';
import { allocatedAboveStatement } from './merchant/allocated-above.ts';
import { type BankLine, bankLines, bankRows, byDay } from './merchant/bank.ts';
import { plantAllocationAbove, plantBankBreaks } from './merchant/bank-breaks.ts';
import { plantBookBreaks } from './merchant/book-breaks.ts';
import { type Batch, disburse, isForPayouts, settlementBatches, splitBatches } from './merchant/disbursements.ts';
import { heldTruth, plantHeldSettlements } from './merchant/held-settlements.ts';
import { feeTruth, orderTruth } from './merchant/order-truth.ts';
import { noOrderErrors, orderRows, ordersOf, refundsByPurchase } from './merchant/orders.ts';
import type { PlantedTruth } from './merchant/planted-truth.ts';
import { type Restatement, restate, restateAgain } from './merchant/restate.ts';
import { settleLater } from './merchant/settle-later.ts';
import { type PayoutLife, payoutLife } from './payout/life.ts';
import type { SendLimit } from './payout/records.ts';

export type MerchantLifeOptions = {
  seed: number;
  days: number;
  /** ISO date of the last full business day. */
  until: string;
  zone: string;
  ordersPerDay: number;
  /** The first is the merchant's own. */
  currencies: readonly string[];
  /** 'standard' plants what every reconciliation can report; 'services' leaves out what needs the merchant's own files. */
  breaks: 'none' | 'services' | 'standard';
  /** Rolling reserve of the gateway; none by default. */
  reserve?: { basisPoints: number; days: number };
  /** Two business days by default. */
  settlement?: SettlementTerms;
  /** Purchases that customers of other currencies make are converted; none by default. */
  conversion?: Conversion;
  /** The e-mail addresses whose approvals a send limit needs. */
  approvers?: readonly string[];
};

/** One merchant at both services, at the bank and in its own shop: the same options give the same life. */
export type MerchantLife = {
  book: Book;
  payout: PayoutLife;
  batches: Batch[];
  bank: BankLine[];
  /** What the gateway settles on a day in a currency, minor units. */
  settlementOn: DayTotal;
  truth: PlantedTruth[];
  /** The merchant's own files, as rows: header first, days from `from` to before `to`; the whole life by default. */
  orderRows: (from?: string, to?: string) => Iterable<string[]>;
  bankRows: (from?: string, to?: string) => Iterable<string[]>;
  /** What is settled after the life ends, when the clock has come to it; `sendLimits` are all that there are by now. */
  settleUntil: (now: number, sendLimits: Iterable<SendLimit>) => void;
  /** Lets the gateway tell its past otherwise from now on; adds to the truth, and gives what it added. */
  restate: (toldOn?: string) => PlantedTruth[];
  /** What was told otherwise, each time. */
  restated: readonly Restatement[];
  /** Tells it again that was told before the sandbox was started anew. */
  restateAgain: (restatement: Restatement) => void;
};

export function merchantLife(options: MerchantLifeOptions): MerchantLife {
  const { seed, days, until, zone, currencies, breaks, reserve, settlement, conversion, approvers } = options;
  const time = localTime(zone);
  const book = gatewayLife({
    ...{ seed, days, until, zone, currencies, ordersPerDay: options.ordersPerDay },
    ...(reserve === undefined ? {} : { reserve }),
    ...(settlement === undefined ? {} : { settlement }),
    ...(conversion === undefined ? {} : { conversion }),
  });
  const refunds = refundsByPurchase(book);
  const gatewayTruth = breaks === 'none' ? [] : plantGatewayBreaks(book, seed, zone);
  if (breaks === 'standard') gatewayTruth.push(...plantRareGatewayBreaks(book, gatewayTruth, seed, zone, currencies));
  const [first, afterLast] = [daysAfter(until, 1 - days), daysAfter(until, 1)];
  const orderErrors = breaks === 'standard' ? plantBookBreaks(book, refunds, seed, time) : noOrderErrors();
  if (breaks === 'standard') plantHeldSettlements(book, seed, until, time);
  const settlementOn = settlementsOf(book, zone, settlement);
  const payout = payoutLife({
    ...{ seed, days, until, zone, breaks },
    ...(approvers === undefined ? {} : { approvers }),
    settlementOn: (day) => (isForPayouts(day) ? settlementOn(day, 'MYR') : 0n),
  });
  if (breaks === 'standard') plantAllocationAbove(payout.sendLimits, first, until, seed);
  const lifeDays = Array.from({ length: days }, (_, index) => daysAfter(first, index));
  const releasedOn = releasesOf(book, zone, settlement);
  const batches = settlementBatches(settlementOn, releasedOn, payout.sendLimits, lifeDays, currencies);
  const transfers = disburse(book, batches, seed, zone, breaks === 'standard' ? { split: splitBatches(batches) } : {});
  const honest = bankLines(batches, lifeDays, currencies, seed);
  const { bank, truth: bankTruth } =
    breaks === 'standard' ? plantBankBreaks(honest, transfers, first, until, seed) : { bank: honest, truth: [] };
  bank.sort(byDay);
  const orders = () => ordersOf(book, refunds, seed, orderErrors);
  const truth: PlantedTruth[] = [...gatewayTruth, ...payout.truth];
  if (breaks !== 'none') truth.push(...allocatedAboveStatement(book, payout.sendLimits, time, first));
  if (breaks === 'standard')
    truth.push(
      ...bankTruth,
      ...orderTruth(book, orders(), orderErrors, time),
      ...feeTruth(book, time),
      ...heldTruth(book, until, time),
    );
  const settlementTime = settlementTimes(zone, settlement);
  const later = {
    waiting: new Map(),
    book,
    batches,
    bank,
    settlementOn,
    releasedOn,
    settlementTime,
    currencies,
    time,
    zone,
    seed,
  };
  let settledUntil = until;
  const restated: Restatement[] = [];
  return {
    book,
    payout,
    batches,
    bank,
    settlementOn,
    truth,
    orderRows: (from = first, to = afterLast) => orderRows(orders(), time, from, to),
    bankRows: (from = first, to = afterLast) => bankRows(bank, from, to),
    settleUntil: (now, sendLimits) => {
      settledUntil = settleLater(later, [...sendLimits], settledUntil, now);
    },
    restate: (toldOn = until) => {
      const touched = new Set(truth.map(({ key }) => key));
      const isTouched = (key: string) => touched.has(key) || orderErrors.byPurchase.has(key) || refunds.has(key);
      const world = { book, orders: orderErrors, time, seed, isTouched, count: restated.length };
      const told = restate(world, toldOn);
      truth.push(...told.truth);
      restated.push(told);
      return told.truth;
    },
    restated,
    restateAgain: (told) => {
      restateAgain({ book, orders: orderErrors }, told);
      truth.push(...told.truth);
      restated.push(told);
    },
  };
}

/** The merchant's two files as text. */
export function merchantFiles(life: MerchantLife, from?: string, to?: string): { orders: string; bank: string } {
  return { orders: csvText(life.orderRows(from, to)), bank: csvText(life.bankRows(from, to)) };
}
