import fc from 'fast-check';
import type { Book } from '../src/gateway/book.ts';
import { clientFields } from '../src/gateway/client/fields.ts';
import { companyKeyPair, newCompanyKeys } from '../src/gateway/public-key.ts';
import { createBody } from '../src/gateway/purchase/body.ts';
import { charge } from '../src/gateway/purchase/charge.ts';
import { type Acquirer, DEFAULT_PURCHASE_CHOICES } from '../src/gateway/purchase/choices.ts';
import { cancel, createPurchase, sendInvoice, view } from '../src/gateway/purchase/create.ts';
import { capture, release } from '../src/gateway/purchase/holds.ts';
import { DECLINED, failAttempt, markAsPaid, pay, payAgain } from '../src/gateway/purchase/pay.ts';
import type { Purchase } from '../src/gateway/purchase/records.ts';
import { dispute, refund, reverseDispute } from '../src/gateway/purchase/refunds.ts';
import { emptyPurchaseState } from '../src/gateway/purchase/state.ts';
import { deleteTokenOf } from '../src/gateway/purchase/tokens.ts';
import type { PurchaseWorld } from '../src/gateway/purchase/world.ts';
import { settlementTimes } from '../src/gateway/settlement.ts';
import { SHORT_KEY, START, words } from './harness.ts';

export const BRAND = '11111111-1111-4111-8111-111111111111';
/** Those that lead on are named several times. */
const acts = words(`
  create create pay pay pay fail view mail cancel mark capture capture release charge refund refund refund dispute
  reverse again forget
`);

/** What a merchant, its customers and their banks may do, and how much time passes before it. */
export const purchaseAction = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(30),
  minor: fc.bigInt({ min: 1n, max: 60_000n }),
  part: fc.constantFrom(undefined, undefined, 100n, 50n, 10n),
  minutes: fc.constantFrom(0, 0, 1, 11, 700, 3000),
  isHeld: fc.boolean(),
  isStrict: fc.boolean(),
  availability: fc.constantFrom('all', 'all', 'full_only', 'partial_only', 'none'),
  method: fc.constantFrom(undefined, undefined, 'fpx', 'visa', 'duitnow_qr'),
  acquirer: fc.constantFrom<Acquirer>('prompt', 'prompt', 'prompt', 'slow', 'refuses', 'slow_then_refuses'),
});
export type PurchaseAction = typeof purchaseAction extends fc.Arbitrary<infer A> ? A : never;

type WorldOptions = {
  reserve?: PurchaseWorld['reserve'];
  fees?: bigint;
  cardsClear?: boolean;
  book?: Book;
  settlesAt?: (paidAt: number) => number;
};

/** The gateway's purchases without their server, and a clock in hand. */
export function newPurchaseWorld({ reserve, fees = 0n, cardsClear = false, book, settlesAt }: WorldOptions) {
  const clock = { at: START };
  let last = 0;
  const world: PurchaseWorld = {
    book: book ?? { payments: [], statementErrors: new Map() },
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
    changed: () => {},
    choices: {
      ...DEFAULT_PURCHASE_CHOICES,
      refundFee: Number(fees),
      chargebackFee: Number(fees) * 3,
      cardsClear,
      currencyConversion: { to: 'MYR', rates: { USD: '4.2137' } },
    },
    settlesAt: settlesAt ?? settlementTimes('Asia/Kuala_Lumpur'),
    reserve,
    companyKeys: companyKeyPair(() => newCompanyKeys(SHORT_KEY)),
  };
  return { world, clock };
}

function create(world: PurchaseWorld, one: PurchaseAction, at: number): void {
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
export function perform(world: PurchaseWorld, one: PurchaseAction, purchase: Purchase | undefined): boolean {
  const at = world.now();
  world.state.acquirer = one.acquirer;
  const amount = one.part === undefined ? undefined : (one.minor * one.part) / 100n;
  // hours or days ago, where it is said when
  const paidOn = one.part === undefined ? undefined : Math.floor(at / 1000) - Number(one.part) * 3600;
  try {
    if (one.act === 'create' || purchase === undefined) create(world, one, at);
    else if (one.act === 'pay') pay(world, purchase, { method: one.method, remembersCard: one.isStrict }, at);
    else if (one.act === 'fail') failAttempt(world, purchase, {}, { status: 'error', error: DECLINED }, at);
    else if (one.act === 'view') view(world, purchase, at);
    else if (one.act === 'mail') sendInvoice(world, purchase, at);
    else if (one.act === 'cancel') cancel(world, purchase, at);
    else if (one.act === 'mark') markAsPaid(world, purchase, paidOn, at);
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
