import type { Book } from './gateway/book.ts';
import type { Conversion } from './gateway/conversion.ts';
import { plantGatewayBreaks } from './gateway/planted-breaks.ts';
import { plantRareGatewayBreaks } from './gateway/planted-rare-breaks.ts';
import { gatewayScenario } from './gateway/scenario.ts';
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
import { alterFormat, applyAlteration, type FormatAlteration } from './merchant/format-breaks.ts';
import { heldTruth, plantHeldSettlements } from './merchant/held-settlements.ts';
import { feeTruth, orderTruth } from './merchant/order-truth.ts';
import { noOrderErrors, orderRows, ordersOf, refundsByPurchase } from './merchant/orders.ts';
import type { PlantedTruth } from './merchant/planted-truth.ts';
import { refundTruth } from './merchant/refund-truth.ts';
import { type Restatement, reapplyRestatement, restate } from './merchant/restate.ts';
import { settleLater } from './merchant/settle-later.ts';
import type { SendLimit } from './payout/records.ts';
import { type PayoutScenario, payoutScenario } from './payout/scenario.ts';

export type MerchantScenarioOptions = {
  seed: number;
  days: number;
  /** ISO date of the last full business day. */
  until: string;
  zone: string;
  ordersPerDay: number;
  /** The first currency is the merchant's own. */
  currencies: readonly string[];
  /** 'standard' plants every kind of break; 'services' leaves out the breaks that need the merchant's own files. */
  breaks: 'none' | 'services' | 'standard';
  /** The rolling reserve of the gateway. By default nothing is withheld. */
  reserve?: { basisPoints: number; days: number };
  /** The settlement terms; by default two business days. */
  settlement?: SettlementTerms;
  /** Converts purchases that customers make in other currencies. By default nothing is converted. */
  conversion?: Conversion;
  /** The e-mail addresses of the approvers of a send limit. */
  approvers?: readonly string[];
};

/** Synthetic data of one merchant: both services, the bank and its own shop. The same options generate the same data. */
export type MerchantScenario = {
  book: Book;
  payout: PayoutScenario;
  batches: Batch[];
  bank: BankLine[];
  /** The gateway's settlement of a day in a currency, minor units. */
  settlementOn: DayTotal;
  truth: PlantedTruth[];
  /** The merchant's own files as rows; period and header come first. By default all days, otherwise from `from` to before `to`. */
  orderRows: (from?: string, to?: string) => Iterable<string[]>;
  bankRows: (from?: string, to?: string) => Iterable<string[]>;
  /** Generates the settlements after the last generated day, up to `now`. `sendLimits` are the current send limits. */
  settleUntil: (now: number, sendLimits: Iterable<SendLimit>) => void;
  /** Makes the gateway restate its past. Adds the new breaks to the ground truth and returns them. */
  restate: (reportedOn?: string) => PlantedTruth[];
  /** The restatements so far. */
  restated: readonly Restatement[];
  /** Makes the statements of this format differ from the other format. Adds the new breaks to the ground truth and returns them. */
  alterFormat: (format: 'csv' | 'xlsx') => PlantedTruth[];
  /** The alterations so far. */
  altered: readonly FormatAlteration[];
  /** Applies an alteration of an earlier run. */
  reapplyAlteration: (alteration: FormatAlteration) => void;
  /** Applies a restatement of an earlier run. */
  reapplyRestatement: (restatement: Restatement) => void;
};

export function merchantScenario(options: MerchantScenarioOptions): MerchantScenario {
  const { seed, days, until, zone, currencies, breaks, reserve, settlement, conversion, approvers } = options;
  const time = localTime(zone);
  const book = gatewayScenario({
    seed,
    days,
    until,
    zone,
    currencies,
    ordersPerDay: options.ordersPerDay,
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
  const payout = payoutScenario({
    seed,
    days,
    until,
    zone,
    breaks,
    ...(approvers === undefined ? {} : { approvers }),
    settlementOn: (day) => (isForPayouts(day) ? settlementOn(day, 'MYR') : 0n),
  });
  if (breaks === 'standard') plantAllocationAbove(payout.sendLimits, first, until, seed);
  const scenarioDays = Array.from({ length: days }, (_, index) => daysAfter(first, index));
  const releasedOn = releasesOf(book, zone, settlement);
  const batches = settlementBatches(settlementOn, releasedOn, payout.sendLimits, scenarioDays, currencies);
  const transfers = disburse(book, batches, seed, zone, breaks === 'standard' ? { split: splitBatches(batches) } : {});
  const honest = bankLines(batches, scenarioDays, currencies, seed);
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
      ...refundTruth(book, orders(), until, time),
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
  const altered: FormatAlteration[] = [];
  const reapplyAlteration = (alteration: FormatAlteration) => {
    applyAlteration(book, alteration);
    truth.push(...alteration.truth);
    altered.push(alteration);
  };
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
    restate: (reportedOn = until) => {
      const touched = new Set(truth.map(({ key }) => key));
      const isTouched = (key: string) => touched.has(key) || orderErrors.byPurchase.has(key) || refunds.has(key);
      const world = { book, orders: orderErrors, time, seed, isTouched, count: restated.length };
      const restatement = restate(world, reportedOn);
      truth.push(...restatement.truth);
      restated.push(restatement);
      return restatement.truth;
    },
    alterFormat: (format) => {
      const alteration = alterFormat({ book, time, seed, count: altered.length }, format);
      reapplyAlteration(alteration);
      return alteration.truth;
    },
    altered,
    reapplyAlteration,
    restated,
    reapplyRestatement: (restatement) => {
      reapplyRestatement({ book, orders: orderErrors }, restatement);
      truth.push(...restatement.truth);
      restated.push(restatement);
    },
  };
}

/** The merchant's two files as text. */
export function merchantFiles(
  scenario: MerchantScenario,
  from?: string,
  to?: string,
): { orders: string; bank: string } {
  return { orders: csvText(scenario.orderRows(from, to)), bank: csvText(scenario.bankRows(from, to)) };
}
