import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../src/sandbox/gateway/balance.ts';
import type { Book } from '../../src/sandbox/gateway/book.ts';
import { clientFields } from '../../src/sandbox/gateway/client/fields.ts';
import { companyKeyPair, newCompanyKeys } from '../../src/sandbox/gateway/public-key.ts';
import { doWhatIsDue } from '../../src/sandbox/gateway/purchase/agenda.ts';
import { refundableOf } from '../../src/sandbox/gateway/purchase/amounts.ts';
import { purchaseAnswer } from '../../src/sandbox/gateway/purchase/answers.ts';
import { createBody } from '../../src/sandbox/gateway/purchase/body.ts';
import { charge } from '../../src/sandbox/gateway/purchase/charge.ts';
import { type Acquirer, DEFAULT_PURCHASE_CHOICES } from '../../src/sandbox/gateway/purchase/choices.ts';
import { cancel, createPurchase, sendInvoice, view } from '../../src/sandbox/gateway/purchase/create.ts';
import { capture, release } from '../../src/sandbox/gateway/purchase/holds.ts';
import { DECLINED, failAttempt, markAsPaid, pay, payAgain } from '../../src/sandbox/gateway/purchase/pay.ts';
import { PURCHASE_STATUSES, type Purchase } from '../../src/sandbox/gateway/purchase/records.ts';
import { dispute, refund, reverseDispute } from '../../src/sandbox/gateway/purchase/refunds.ts';
import { emptyPurchaseState } from '../../src/sandbox/gateway/purchase/state.ts';
import { deleteTokenOf } from '../../src/sandbox/gateway/purchase/tokens.ts';
import type { PurchaseWorld } from '../../src/sandbox/gateway/purchase/world.ts';
import { settlementTimes } from '../../src/sandbox/gateway/settlement.ts';
import { turnoverOf } from '../../src/sandbox/gateway/turnover.ts';
import { SHORT_KEY, START } from './gateway-harness.ts';

const BRAND = '11111111-1111-4111-8111-111111111111';
const acts = [
  ...[
    'create',
    'create',
    'pay',
    'pay',
    'pay',
    'fail',
    'view',
    'mail',
    'cancel',
    'mark',
    'capture',
    'capture',
    'release',
  ],
  ...['charge', 'refund', 'refund', 'refund', 'dispute', 'reverse', 'again', 'forget'],
] as const;

const action = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(30),
  minor: fc.bigInt({ min: 1n, max: 60_000n }),
  part: fc.constantFrom(undefined, undefined, 100n, 50n, 10n),
  minutes: fc.constantFrom(0, 0, 1, 11, 700, 3000),
  isHeld: fc.boolean(),
  isStrict: fc.boolean(),
  availability: fc.constantFrom(
    'all' as const,
    'all' as const,
    'full_only' as const,
    'partial_only' as const,
    'none' as const,
  ),
  method: fc.constantFrom(undefined, undefined, 'fpx', 'visa', 'duitnow_qr'),
  acquirer: fc.constantFrom<Acquirer>('prompt', 'prompt', 'prompt', 'slow', 'refuses', 'slow_then_refuses'),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function newWorld(reserve: PurchaseWorld['reserve'], fees: bigint, cardsClear: boolean) {
  const clock = { at: START };
  const book: Book = { payments: [], statementErrors: new Map() };
  let last = 0;
  const world: PurchaseWorld = {
    book,
    isTest: true,
    companyId: BRAND,
    brandId: BRAND,
    now: () => clock.at,
    uuid: () => {
      last += 1;
      return `22222222-2222-4222-8222-${String(last).padStart(12, '0')}`;
    },
    origin: () => '',
    state: emptyPurchaseState(),
    choices: {
      ...DEFAULT_PURCHASE_CHOICES,
      refundFee: Number(fees),
      chargebackFee: Number(fees) * 3,
      cardsClear,
      currencyConversion: { to: 'MYR', rates: { USD: '4.2137' } },
    },
    settlesAt: settlementTimes('Asia/Kuala_Lumpur'),
    reserve,
    companyKeys: companyKeyPair(() => newCompanyKeys(SHORT_KEY)),
  };
  return { world, clock };
}

function create(world: PurchaseWorld, one: Action, at: number): void {
  const body = createBody.parse({
    brand_id: BRAND,
    client: clientFields.parse({ email: 'a@customer.example' }),
    skip_capture: one.isHeld,
    due: one.part === undefined ? null : Math.floor(at / 1000) + 3600,
    refund_availability: one.availability,
    purchase: {
      currency: one.isStrict ? 'USD' : 'MYR',
      due_strict: one.isStrict,
      products: [{ name: 'p', price: Number(one.minor) }],
      total_override: one.isHeld && one.which % 7 === 0 ? 0 : null,
    },
  });
  createPurchase(world, body, at);
}

/** Does it; what the gateway refuses is refused with 400, and then no money moved. */
function perform(world: PurchaseWorld, one: Action, purchase: Purchase | undefined): boolean {
  const at = world.now();
  world.state.acquirer = one.acquirer;
  const amount = one.part === undefined ? undefined : (one.minor * one.part) / 100n;
  try {
    if (one.act === 'create' || purchase === undefined) create(world, one, at);
    else if (one.act === 'pay') pay(world, purchase, { method: one.method, remembersCard: one.isStrict }, at);
    else if (one.act === 'fail') failAttempt(world, purchase, {}, { status: 'error', error: DECLINED }, at);
    else if (one.act === 'view') view(world, purchase, at);
    else if (one.act === 'mail') sendInvoice(world, purchase, at);
    else if (one.act === 'cancel') cancel(world, purchase, at);
    else if (one.act === 'mark') markAsPaid(world, purchase, undefined, at);
    else if (one.act === 'capture') capture(world, purchase, amount, at);
    else if (one.act === 'release') release(world, purchase, at);
    else if (one.act === 'charge') charge(world, purchase, [...world.state.tokens.keys()].at(-1) ?? BRAND, at);
    else if (one.act === 'refund') refund(world, purchase, amount, at);
    else if (one.act === 'dispute') dispute(world, purchase, at);
    else if (one.act === 'reverse') reverseDispute(world, purchase, at);
    else if (one.act === 'again') payAgain(world, purchase, at);
    else deleteTokenOf(world, purchase, at);
    return true;
  } catch (refusal) {
    if (refusal instanceof Error && 'statusCode' in refusal && refusal.statusCode === 400) return false;
    throw refusal;
  }
}

/** The balance from what the purchases say of themselves, not from the book. */
function balanceFromPurchases({ state }: PurchaseWorld): bigint {
  let balance = 0n;
  for (const { received } of state.purchases.values()) if (received !== null) balance += received.amount - received.fee;
  for (const { isOutgoing, amount, fee } of state.related.values()) balance += (isOutgoing ? -amount : amount) - fee;
  return balance;
}

function expectLaws(world: PurchaseWorld, purchases: Iterable<Purchase>): void {
  const { book, state } = world;
  for (const purchase of purchases) {
    const { payment, refundable_amount, status_history, status } = purchaseAnswer(world, purchase);
    if (payment !== null) {
      expect(payment.amount).toBe(payment.net_amount + payment.fee_amount + payment.pending_amount);
      expect(payment.amount).toBeLessThanOrEqual(Number(purchase.total));
    }
    expect(refundable_amount).toBeGreaterThanOrEqual(0);
    expect(status_history.at(-1)?.status).toBe(status);
    const own = [...state.related.values()].filter(({ purchaseId }) => purchaseId === purchase.id);
    const net = own.reduce((sum, { kind, isOutgoing, amount }) => {
      if (kind === 'second_payment') return sum;
      return isOutgoing ? sum - amount : sum + amount;
    }, purchase.received?.amount ?? 0n);
    // what came in by it never goes back twice
    expect(net).toBeGreaterThanOrEqual(0n);
    if (refundable_amount > 0) expect(refundableOf(world, purchase)).toBe(net);
    // held money is nobody's yet
    if (purchase.held > 0n) expect(purchase.received).toBeNull();
  }
  const at = world.now() + 1;
  const { MYR } = balanceOf(book, at);
  expect(BigInt(MYR?.balance ?? 0)).toBe(balanceFromPurchases(world));
  const { incoming, outgoing } = turnoverOf(book, (payment) => payment.paidAt < at);
  expect(MYR?.balance ?? 0).toBe(incoming.turnover - outgoing.turnover - incoming.fee_sell - outgoing.fee_sell);
}

describe('purchases', () => {
  it.each([
    { whom: 'whatever happens', seed: undefined },
    { whom: 'through every state', seed: 7 },
  ])(
    'amount = net + fee + reserve, refundable is never negative, the balance is the sum of its movements, $whom',
    ({ seed }) => {
      const seen = new Map<string, number>();
      let done = 0;
      fc.assert(
        fc.property(
          fc.array(action, { minLength: 30, maxLength: 90 }),
          fc.constantFrom(undefined, { basisPoints: 1_000, days: 3 }),
          fc.constantFrom(0n, 7n),
          fc.boolean(),
          (actions, reserve, fees, cardsClear) => {
            const { world, clock } = newWorld(reserve, fees, cardsClear);
            for (const one of actions) {
              clock.at += one.minutes * 60_000;
              doWhatIsDue(world, clock.at);
              const all = [...world.state.purchases.values()];
              // mostly one of the newest, which still has a way to go
              const purchase =
                one.which % 3 === 0 ? all[one.which % Math.max(1, all.length)] : all.at(-1 - (one.which % 2));
              const before = balanceFromPurchases(world);
              if (perform(world, one, purchase)) done += 1;
              else expect(balanceFromPurchases(world)).toBe(before);
              expectLaws(world, purchase === undefined ? [] : [purchase]);
            }
            expectLaws(world, world.state.purchases.values());
            for (const { history } of world.state.purchases.values())
              for (const { status } of history) seen.set(status, (seen.get(status) ?? 0) + 1);
          },
        ),
        { numRuns: seed === undefined ? 25 : 80, ...(seed === undefined ? {} : { seed }) },
      );
      if (seed === undefined) return;
      // the laws are worth nothing where nothing happened; by chance, a rare state may be missed
      expect(done).toBeGreaterThan(1000);
      const unseen = PURCHASE_STATUSES.filter((status) => !seen.has(status));
      expect(unseen).toEqual(['blocked']);
    },
  );
});
