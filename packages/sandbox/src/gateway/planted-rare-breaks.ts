import { localTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';
import { type Book, byTime, isMoved, majorText, type Payment, uuidsFrom } from './book.ts';
import type { GatewayBreak } from './planted-breaks.ts';
import { against } from './scenario.ts';

type Paid = Payment & { paidAt: number };

const hour = 3_600_000;

/**
 * Plants three more kinds of breaks, which are rare: a refund in another currency than its purchase, a statement line that
 * turnover and balance leave out, and a chargeback of a purchase that was refunded. Each break has its own records and totals.
 */
export function plantRareGatewayBreaks(
  book: Book,
  planted: readonly GatewayBreak[],
  seed: number,
  zone: string,
  currencies: readonly string[],
): GatewayBreak[] {
  const draw = drawFrom(seed, 'rare gateway breaks');
  const dayOf = localTime(zone).day;
  const taken = new Set(planted.map(({ key }) => key));
  const moved = book.payments.filter(isMoved);
  const isFree = ({ id }: Paid) => !book.statementErrors.has(id) && !taken.has(`refund:${id}`);
  const related = new Map<string, Paid[]>();
  for (const payment of moved) {
    if (payment.relatedTo !== null)
      related.set(payment.relatedTo, [...(related.get(payment.relatedTo) ?? []), payment]);
  }
  const purchases = moved.filter((payment) => payment.kind === 'purchase' && isFree(payment));
  /** A purchase that was refunded as a whole, in its currency and with an hour left of the day, with its refund. */
  const refundedWhole = (): { purchase: Paid; refund: Paid } | undefined => {
    const fit = purchases.flatMap((purchase) => {
      const [refund, ...others] = related.get(purchase.id) ?? [];
      if (refund?.kind !== 'refund' || !isFree(refund) || others.length > 0 || purchase.status !== 'refunded')
        return [];
      const isWhole = refund.amount === purchase.amount && refund.currency === purchase.currency;
      return isWhole && dayOf(refund.paidAt) === dayOf(refund.paidAt + hour) ? [{ purchase, refund }] : [];
    });
    return fit.length === 0 ? undefined : draw.pick(fit);
  };
  const inOtherCurrency = (): GatewayBreak[] => {
    const refund = refundedWhole()?.refund;
    const other = currencies.find((currency) => currency !== refund?.currency);
    if (refund === undefined || other === undefined) return [];
    const note = `the refund is in ${other}, its purchase in ${refund.currency}`;
    refund.currency = other;
    return [
      {
        reconciliation: 'refunds_to_purchases',
        outcome: 'amount_differs',
        reason_code: 'currency_differs',
        currency: other,
        business_date: dayOf(refund.paidAt),
        key: `refund:${refund.id}`,
        note,
        amount: majorText(0n, other),
      },
    ];
  };
  const chargedBackToo = (): GatewayBreak[] => {
    const found = refundedWhole();
    if (found === undefined) return [];
    const { purchase, refund } = found;
    const [at, id] = [refund.paidAt + hour, uuidsFrom(seed, 'rare break')()];
    book.payments.push(against(purchase, id, 'chargeback', refund.amount, at));
    book.payments.sort(byTime);
    return [
      {
        reconciliation: 'refunds_to_purchases',
        outcome: 'over_refund',
        reason_code: 'refunded_and_charged_back',
        currency: refund.currency,
        business_date: dayOf(at),
        key: `chargeback:${id}`,
        note: 'the purchase was refunded and charged back',
        amount: majorText(refund.amount, refund.currency),
      },
    ];
  };
  const notCounted = (): GatewayBreak[] => {
    const keyOf = ({ currency, paidAt }: Paid) => `day:${currency}:${dayOf(paidAt)}:incoming`;
    const fit = purchases.filter(
      (purchase) => purchase.status === 'paid' && !related.has(purchase.id) && !taken.has(keyOf(purchase)),
    );
    const purchase = fit.length === 0 ? undefined : draw.pick(fit);
    if (purchase === undefined) return [];
    book.statementErrors.set(purchase.id, { isUncounted: true });
    const [currency, business_date] = [purchase.currency, dayOf(purchase.paidAt)];
    const note = `turnover and balance do not count ${purchase.reference}`;
    return [
      {
        reconciliation: 'statement_to_turnover',
        outcome: 'missing_right',
        reason_code: 'line_without_turnover',
        currency,
        business_date,
        key: keyOf(purchase),
        amount: majorText(-purchase.amount, currency),
        note,
      },
      {
        reconciliation: 'gateway_balance',
        outcome: 'control_breach',
        reason_code: 'balance_not_explained',
        currency,
        business_date,
        key: `balance ${currency}:${business_date}`,
        note,
        amount: majorText(purchase.fee - purchase.amount, currency),
      },
    ];
  };
  return [...inOtherCurrency(), ...notCounted(), ...chargedBackToo()];
}
