import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balanceOf } from '../src/gateway/balance.ts';
import { findPurchase, purchaseIds } from '../src/gateway/purchase/adopt.ts';
import { runDueTasks as doAtGateway } from '../src/gateway/purchase/due-tasks.ts';
import { settlementTimes } from '../src/gateway/settlement.ts';
import { turnoverOf } from '../src/gateway/turnover.ts';
import { localTime } from '../src/local-time.ts';
import { runDueTasks as doAtPayout } from '../src/payout/due-tasks.ts';
import { approve } from '../src/payout/send-limits.ts';
import { stateFromScenario } from '../src/payout/state.ts';
import { convertibleAt, type PayoutWorld, balanceOf as payoutBalanceOf } from '../src/payout/world.ts';
import { merchantScenario } from '../src/scenario.ts';
import { expectTurnover, linesOf, movementOf, sum, ZONE } from './books.ts';
import { HOUR } from './harness.ts';
import { act, balanceFromRecords, newPayoutWorld, payoutAction } from './payout-actions.ts';
import { newPurchaseWorld, perform, purchaseAction } from './purchase-actions.ts';

const currencies = ['MYR', 'SGD', 'JPY'];
const time = localTime(ZONE);
const scenarios = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  days: fc.integer({ min: 4, max: 10 }),
  ordersPerDay: fc.integer({ min: 2, max: 12 }),
  reserve: fc.constantFrom(undefined, { basisPoints: 1_000, days: 3 }, { basisPoints: 333, days: 9 }),
  settlement: fc.record({ lagDays: fc.integer({ min: 1, max: 4 }), isSettledAtWeekends: fc.boolean() }),
  conversion: fc.constantFrom(undefined, { to: 'MYR', rates: { USD: '4.2137', KWD: '13.7' } }),
  fees: fc.constantFrom(0n, 7n),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer L> ? L : never;
/** What a small merchant can ask for. */
const payoutStep = payoutAction.map((one) => (one.kind === 'allocate' ? { ...one, minor: one.minor / 20n + 1n } : one));
/** Amounts above their fees: a day that came to less than nothing is not settled. */
const purchaseStep = purchaseAction.map((one) => ({ ...one, minor: one.minor + 5_000n }));
/** All approvers say yes to whatever is pending, after a while: the settlement may have been sent by then. */
const lateApproval = fc.record({ minutes: fc.constantFrom(60, 200, 900) });
const actions = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ at: fc.constant('gateway' as const), what: purchaseStep }), weight: 2 },
    { arbitrary: fc.record({ at: fc.constant('payout' as const), what: payoutStep }), weight: 3 },
    { arbitrary: fc.record({ at: fc.constant('approvers' as const), what: lateApproval }), weight: 1 },
  ),
  { minLength: 60, maxLength: 120 },
);

/** Both services of one merchant with a past, nothing planted in it, on one clock. */
function newWorld({ reserve, settlement, conversion, fees, ...scenario }: Scenario) {
  const given = {
    ...(reserve === undefined ? {} : { reserve }),
    ...(conversion === undefined ? {} : { conversion }),
  };
  const merchant = merchantScenario({
    ...scenario,
    ...given,
    settlement,
    until: '2026-10-13',
    zone: ZONE,
    currencies,
    breaks: 'none',
  });
  const { book, settlementOn } = merchant;
  const gateway = newPurchaseWorld({ book, reserve, fees, settlesAt: settlementTimes(ZONE, settlement) });
  const payout = newPayoutWorld({ mode: 'production' }, { state: stateFromScenario(merchant.payout), settlementOn });
  const advance = (minutes: number) => {
    for (const { clock } of [gateway, payout]) clock.at += minutes * 60_000;
    doAtGateway(gateway.world, gateway.clock.at);
    doAtPayout(payout.world, payout.clock.at);
    merchant.settleUntil(gateway.clock.at, payout.world.state.sendLimits.values());
  };
  return { merchant, gateway: gateway.world, payout: payout.world, advance };
}
type World = ReturnType<typeof newWorld>;

function expectGatewayLaws({ gateway: { book, now, state } }: World): void {
  const refunded = new Map<string, bigint>();
  for (const { kind, relatedTo, amount } of book.payments)
    if (kind === 'refund' && relatedTo !== null) refunded.set(relatedTo, (refunded.get(relatedTo) ?? 0n) + amount);
  for (const purchase of state.purchases.values())
    if (purchase.refunded !== (refunded.get(purchase.id) ?? 0n))
      expect(purchase).toMatchObject({ refunded: refunded.get(purchase.id) });
  const reserves = new Map(book.payments.map(({ id, reserve }) => [id, reserve]));
  const lines = linesOf(book);
  for (const { id, amount, fee, net } of lines) {
    const held = reserves.get(id) ?? 0n;
    if (amount !== net + fee + held) expect({ id, amount }).toEqual({ id, amount: net + fee + held });
  }
  const balances = balanceOf(book, now() + 1);
  for (const currency of currencies) {
    const own = lines.filter((line) => line.currency === currency);
    expect(BigInt(balances[currency]?.balance ?? 0)).toBe(movementOf(own));
    expectTurnover(
      turnoverOf(book, (payment) => payment.currency === currency),
      own,
    );
  }
}

/** What was settled is at the bank, at the payout account, or waits for approvals: each settlement once, whenever it was decided. */
function expectOneWorld({ merchant, payout: { state }, gateway: { book, now } }: World): void {
  const waiting = new Map<string, bigint>();
  for (const row of state.sendLimits.values()) {
    if (row.transactionType !== 'in' || row.status !== 'pending') continue;
    waiting.set(row.fromSettlement, (waiting.get(row.fromSettlement) ?? 0n) + row.amount);
  }
  for (const { day, currency, net, released, allocated, deposited } of merchant.batches) {
    const held = currency === 'MYR' ? (waiting.get(day) ?? 0n) : 0n;
    expect({ day, currency, is: allocated + deposited + held }).toEqual({ day, currency, is: net + released });
  }
  // to noon of a day its settlement can still be asked for; at noon it is sent
  const sentBefore = time.startOf(time.day(now() + 12 * HOUR));
  for (const currency of currencies) {
    const settled = book.payments.filter(
      (one) => one.kind === 'purchase' && one.currency === currency && (one.settledAt ?? Infinity) < sentBefore,
    );
    const batches = merchant.batches.filter((batch) => batch.currency === currency);
    expect(sum(settled.map(({ amount, fee, reserve }) => amount - fee - reserve))).toBe(
      sum(batches.map(({ net }) => net)),
    );
  }
  // of what was withheld, no more was released than there was
  const withheld =
    sum(book.payments.map(({ reserve }) => reserve)) - sum(merchant.batches.map(({ released }) => released));
  expect(withheld).toBeGreaterThanOrEqual(0n);
  const transfers = book.payments.filter(({ kind }) => kind === 'custom').map(({ amount }) => amount);
  expect(sum(transfers)).toBe(sum(merchant.batches.map(({ allocated, deposited }) => allocated + deposited)));
  const deposits = merchant.bank.filter(({ amount }) => amount > 0n).map(({ amount }) => amount);
  expect(sum(deposits)).toBe(sum(merchant.batches.map(({ deposited }) => deposited)));
  const settled = new Set(merchant.batches.map(({ day }) => day));
  const approved = [...state.sendLimits.values()].filter(
    (row) => row.transactionType === 'in' && row.status === 'approved' && settled.has(row.fromSettlement),
  );
  expect(sum(approved.map(({ amount }) => amount))).toBe(sum(merchant.batches.map(({ allocated }) => allocated)));
}

function approveAll(payout: PayoutWorld): void {
  for (const { status, approvals } of payout.state.sendLimits.values())
    if (status === 'pending') for (const { token } of approvals) approve(payout, token, payout.now());
}

function expectLaws(world: World): void {
  // what was decided since the clock moved last is sent
  world.advance(0);
  expectGatewayLaws(world);
  expectOneWorld(world);
  const { payout } = world;
  // approved allocations less sends, fees and verifications
  expect(payoutBalanceOf(payout.state)).toBe(balanceFromRecords(payout));
  expect(convertibleAt(payout, payout.now())).toBeGreaterThanOrEqual(0n);
  for (const { netAmount, amount, fee } of payout.state.sendLimits.values()) expect(netAmount).toBe(amount - fee);
}

it.each([
  { whom: 'of any scenario', seed: undefined, numRuns: 10 },
  { whom: 'and enough happens', seed: 12, numRuns: 20 },
])(
  'whatever a merchant with a past does at both services, in whatever order, the books balance: $whom',
  ({ seed, numRuns }) => {
    const done = { past: 0, new: 0, payout: 0, rejected: 0, approvedLate: 0, expiredLate: 0 };
    fc.assert(
      fc.property(scenarios, actions, (scenario, steps) => {
        const world = newWorld(scenario);
        const isPast = new Set(purchaseIds(world.gateway));
        for (const [step, one] of steps.entries()) {
          world.advance(one.what.minutes);
          if (one.at === 'approvers') approveAll(world.payout);
          else if (one.at === 'payout') {
            if (act(world.payout, one.what, step) === 200) done.payout += 1;
          } else {
            const ids = purchaseIds(world.gateway);
            const purchase = findPurchase(
              world.gateway,
              ids[one.what.which % 4 === 0 ? one.what.which % ids.length : one.what.which % 2] ?? '',
            );
            if (perform(world.gateway, one.what, purchase)) done[isPast.has(purchase?.id ?? '') ? 'past' : 'new'] += 1;
          }
          if (step % 9 === 0) expectLaws(world);
        }
        expectLaws(world);
        // two weeks later all is decided and settled
        world.advance(14 * 1440);
        expectLaws(world);
        for (const { state } of world.payout.state.instructions.values()) if (state === 'rejected') done.rejected += 1;
        for (const { reference, description } of world.gateway.book.payments) {
          if (!/^SETTLE-.*-\d{4,}$/.test(reference)) continue;
          done[description.includes('payout') ? 'approvedLate' : 'expiredLate'] += 1;
        }
      }),
      { numRuns, ...(seed === undefined ? {} : { seed }) },
    );
    if (seed === undefined) return;
    // the laws are worth nothing where nothing happened
    expect(Math.min(done.past, done.new, done.payout)).toBeGreaterThan(50);
    expect(Math.min(done.rejected, done.approvedLate, done.expiredLate)).toBeGreaterThan(1);
  },
);

it('sends what is settled at noon when the clock stands at noon', () => {
  const settlement = { lagDays: 3, isSettledAtWeekends: false };
  const past = { seed: 1, days: 4, ordersPerDay: 2, reserve: undefined, conversion: undefined };
  const world = newWorld({ ...past, settlement, fees: 0n });
  let sent = 0;
  for (let hour = 0; hour < 5 * 24; hour += 1) {
    if (act(world.payout, { kind: 'allocate', minor: 1n, which: 0, minutes: 0, outcome: '' }, hour) === 200) sent += 1;
    approveAll(world.payout);
    world.advance(60);
    expectLaws(world);
  }
  expect(sent).toBeGreaterThan(0);
});
