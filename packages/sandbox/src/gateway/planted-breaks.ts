import { localTime } from '../local-time.ts';
import { type Draw, drawFrom } from '../payout/draw.ts';
import { type Book, byTime, isMoved, majorText, type Payment, uuidsFrom } from './book.ts';
import { against } from './scenario.ts';

/** A planted break: the result that the reconciliation must report, and its key. */
export type GatewayBreak = {
  reconciliation: 'statement_to_turnover' | 'gateway_balance' | 'refunds_to_purchases';
  outcome:
    | 'missing_left'
    | 'missing_right'
    | 'duplicate'
    | 'fee_differs'
    | 'amount_differs'
    | 'orphan_refund'
    | 'over_refund'
    | 'control_breach'
    | 'timing';
  reason_code: string;
  currency: string;
  business_date: string;
  key: string;
  amount: string;
  note: string;
};

type Paid = Payment & { paidAt: number };

/** Plants the usual kinds of breaks in the book, each on separate records, and returns the ground truth. */
export function plantGatewayBreaks(book: Book, seed: number, zone: string): GatewayBreak[] {
  const draw = drawFrom(seed, 'gateway breaks');
  const uuid = uuidsFrom(seed, 'break');
  const paid = book.payments.filter(isMoved);
  const perKind = Math.max(2, Math.round(paid.length * 0.001));
  const touched = new Set<string>();
  const related = new Map<string, Paid[]>();
  for (const payment of paid) {
    if (payment.relatedTo !== null)
      related.set(payment.relatedTo, [...(related.get(payment.relatedTo) ?? []), payment]);
  }
  const dayOf = localTime(zone).day;
  const takenTotals = new Set<string>();
  const purchases = paid.filter(({ kind }) => kind === 'purchase');
  const byId = new Map(purchases.filter(({ id }) => related.has(id)).map((purchase) => [purchase.id, purchase]));
  const simple = () =>
    takeOne(draw, purchases, touched, (purchase) => purchase.status === 'paid' && !related.has(purchase.id));
  const refundOf = (isPartial: boolean, isFit: (refund: Paid) => boolean = () => true) =>
    takeOne(draw, paid, touched, (payment) => {
      const purchase = byId.get(payment.relatedTo ?? '');
      if (payment.kind !== 'refund' || purchase === undefined || touched.has(purchase.id)) return false;
      return related.get(purchase.id)?.length === 1 && payment.amount < purchase.amount === isPartial && isFit(payment);
    });
  const found: GatewayBreak[] = [];

  const onTotals = (
    outcome: 'missing_left' | 'fee_differs' | 'amount_differs',
    change: (purchase: Paid) => [string, bigint, string],
    /** The part of the balance's movement that the statement's lines do not explain. */
    unexplained: (purchase: Paid, amount: bigint) => bigint,
  ) => {
    for (let tries = 0; tries < 50; tries += 1) {
      const purchase = simple();
      if (purchase === undefined) return;
      const key = `day:${purchase.currency}:${dayOf(purchase.paidAt)}:incoming`;
      if (takenTotals.has(key)) continue;
      takenTotals.add(key);
      const [reason_code, amount, note] = change(purchase);
      found.push({
        reconciliation: 'statement_to_turnover',
        outcome,
        reason_code,
        currency: purchase.currency,
        business_date: dayOf(purchase.paidAt),
        key,
        amount: majorText(amount, purchase.currency),
        note,
      });
      // the balance shows the same error, net of the fee
      found.push({
        reconciliation: 'gateway_balance',
        outcome: 'control_breach',
        reason_code: 'balance_not_explained',
        currency: purchase.currency,
        business_date: dayOf(purchase.paidAt),
        key: `balance ${purchase.currency}:${dayOf(purchase.paidAt)}`,
        amount: majorText(unexplained(purchase, amount), purchase.currency),
        note,
      });
      return;
    }
  };
  const onRefund = (
    outcome: GatewayBreak['outcome'],
    reason_code: string,
    payment: Paid,
    key: string,
    amount: bigint,
    note: string,
  ) =>
    found.push({
      reconciliation: 'refunds_to_purchases',
      outcome,
      reason_code,
      currency: payment.currency,
      business_date: dayOf(payment.paidAt),
      key,
      amount: majorText(amount, payment.currency),
      note,
    });

  for (let n = 0; n < perKind; n += 1) {
    onTotals(
      'missing_left',
      (purchase) => {
        book.statementErrors.set(purchase.id, { isLeftOut: true });
        return ['turnover_without_line', purchase.amount, `${purchase.reference} is left out of the statement`];
      },
      (purchase, amount) => amount - purchase.fee,
    );
    onTotals(
      'fee_differs',
      (purchase) => {
        const error = BigInt(draw.int(1, 30));
        book.statementErrors.set(purchase.id, { fee: purchase.fee + error });
        return ['fee_differs', -error, `${purchase.reference} shows a fee that is too high`];
      },
      (_purchase, amount) => -amount,
    );
    onTotals(
      'amount_differs',
      (purchase) => {
        const error = BigInt(draw.int(1, 90));
        book.statementErrors.set(purchase.id, { amount: purchase.amount - error });
        return ['amount_differs', error, `${purchase.reference} shows an amount that is too low`];
      },
      (_purchase, amount) => amount,
    );
    plantLineTwice(simple(), book, found, dayOf);
    const orphan = refundOf(false);
    if (orphan !== undefined) {
      const purchase = byId.get(orphan.relatedTo ?? '');
      if (purchase !== undefined) {
        touched.add(purchase.id);
        purchase.status = 'paid';
      }
      orphan.relatedTo = uuid();
      onRefund(
        'orphan_refund',
        'refund_without_payment',
        orphan,
        `refund:${orphan.id}`,
        -orphan.amount,
        'points to a purchase that is not there',
      );
    }
    const over = refundOf(true);
    const overPurchase = byId.get(over?.relatedTo ?? '');
    if (over !== undefined && overPurchase !== undefined) {
      touched.add(overPurchase.id);
      const surplus = BigInt(draw.int(100, 2000));
      over.amount = overPurchase.amount + surplus;
      onRefund(
        'over_refund',
        'refunded_above_paid',
        over,
        `refund:${over.id}`,
        -surplus,
        'more was refunded than was paid',
      );
    }
    // the second refund is on the same day, so that it cannot fall after the last day of the data
    const twice = refundOf(false, ({ paidAt }) => dayOf(paidAt) === dayOf(paidAt + 600_000));
    const twicePurchase = byId.get(twice?.relatedTo ?? '');
    if (twice !== undefined && twicePurchase !== undefined) {
      touched.add(twicePurchase.id);
      const again = against(twicePurchase, uuid(), 'refund', twice.amount, twice.paidAt + draw.int(2, 9) * 60_000);
      book.payments.push(again);
      if (isMoved(again)) {
        onRefund(
          'duplicate',
          'refunded_twice',
          again,
          `refund:${again.id}`,
          -again.amount,
          'the same refund was made twice',
        );
      }
    }
    const unrefunded = simple();
    if (unrefunded !== undefined) {
      unrefunded.status = 'refunded';
      onRefund(
        // the outcome on the morning after the last day, when the refund may still follow in the next statement
        'timing',
        'refund_may_follow',
        unrefunded,
        `purchase:${unrefunded.id}`,
        unrefunded.amount,
        'says refunded, and no refund is there',
      );
    }
  }
  book.payments.sort(byTime);
  return found;
}

function takeOne(
  draw: Draw,
  from: readonly Paid[],
  touched: Set<string>,
  isFit: (payment: Paid) => boolean,
): Paid | undefined {
  if (from.length === 0) return undefined;
  const start = draw.int(0, from.length - 1);
  for (let step = 0; step < from.length; step += 1) {
    const candidate = from[(start + step) % from.length];
    if (candidate === undefined || touched.has(candidate.id) || !isFit(candidate)) continue;
    touched.add(candidate.id);
    return candidate;
  }
  return undefined;
}

function plantLineTwice(
  purchase: Paid | undefined,
  book: Book,
  found: GatewayBreak[],
  dayOf: (at: number) => string,
): void {
  if (purchase === undefined) return;
  book.statementErrors.set(purchase.id, { isTwice: true });
  found.push({
    reconciliation: 'statement_to_turnover',
    outcome: 'duplicate',
    reason_code: 'line_twice',
    currency: purchase.currency,
    business_date: dayOf(purchase.paidAt),
    key: `line:${purchase.id}:2`,
    amount: majorText(-purchase.amount, purchase.currency),
    note: `${purchase.reference} appears in the statement twice`,
  });
}
