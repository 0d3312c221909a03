import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { type Balance, balanceOf } from '../../packages/sandbox/src/gateway/balance.ts';
import { majorText } from '../../packages/sandbox/src/gateway/book.ts';
import { stateFromScenario } from '../../packages/sandbox/src/payout/state.ts';
import { balanceOf as payoutBalanceOf } from '../../packages/sandbox/src/payout/world.ts';
import { type MerchantScenario, merchantScenario } from '../../packages/sandbox/src/scenario.ts';
import { added, negated } from '../../src/report/shown-value.ts';
import { readStatements, type Statement } from '../../src/report/statement/read-statements.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openToRead } from '../../src/warehouse/open.ts';
import { compare } from '../given/planted-breaks.ts';
import { reportedAgainst } from '../given/reported-against.ts';

test.each([1, 3])('without own files, the reported breaks are exactly the planted ones: seed %i', async (seed) => {
  const { truth, items } = await reportedAgainst(seed, 'services', ['csv']);
  expect(compare(truth, items)).toEqual({ missed: [], invented: [] });
  expect(items.length).toBe(truth.length);
  const planted = new Set(truth.map(({ reconciliation, reason_code }) => `${reconciliation} ${reason_code}`));
  // 4 + 4 + 6 + 1 + 1 and the effect of the statement's errors on the settlements; if the last day is a weekday, also an
  // overdue deposit and settlement on it
  expect(planted.size).toBeGreaterThanOrEqual(17);
});

const currencies = ['MYR', 'JPY', 'KWD'];

/** The disputes of the sandbox at the end of a day, from its own books: `payment currency state opened amount`. */
function disputesAt({ book }: MerchantScenario, zone: string, end: number): string[] {
  const disputes = new Map<string, { currency: string; opened: number; taken: bigint; given: bigint }>();
  for (const { kind, relatedTo, currency, amount, paidAt } of book.payments) {
    if ((kind !== 'chargeback' && kind !== 'chargeback_reversal') || relatedTo === null) continue;
    if (paidAt === null || paidAt >= end) continue;
    const known = disputes.get(relatedTo) ?? { currency, opened: paidAt, taken: 0n, given: 0n };
    const [taken, given] = kind === 'chargeback' ? [amount, 0n] : [0n, amount];
    disputes.set(relatedTo, {
      currency,
      opened: Math.min(known.opened, paidAt),
      taken: known.taken + taken,
      given: known.given + given,
    });
  }
  return [...disputes]
    .map(([payment, { currency, opened, taken, given }]) => {
      const day = Temporal.Instant.fromEpochMilliseconds(opened).toZonedDateTimeISO(zone).toPlainDate();
      const state = taken === given ? 'reversed' : 'open';
      return [payment, currency, state, day.toString(), added(majorText(given - taken, currency))].join(' ');
    })
    .sort();
}

test('The disputes of a date are those of the books of the sandbox, whichever source misses them', async () => {
  const terms = { currencies, ordersPerDay: 30 };
  const { published, scenario: options } = await reportedAgainst(11, 'standard', ['csv'], terms);
  const scenario = merchantScenario(options);
  const last = Temporal.PlainDate.from(options.until);
  const snapshot = await openToRead(published);
  let count = 0;
  for (const day of [last.subtract({ days: 15 }), last.subtract({ days: 5 }), last]) {
    const end = day.add({ days: 1 });
    const rows = await readRows(
      snapshot.connection,
      `select concat_ws(' ', dispute_key, currency, state, opened_on, reversed - charged_back + not_moved) as line
         from mart.dispute
         where company = 'acme' and since_on < $end::date and (ended_on is null or ended_on >= $end::date)`,
      { end: end.toString() },
    );
    const truth = disputesAt(scenario, options.zone, end.toZonedDateTime(options.zone).epochMilliseconds);
    expect(rows.map(({ line }) => String(line)).sort(), day.toString()).toEqual(truth);
    count += truth.length;
  }
  expect(count).toBeGreaterThan(5);
  snapshot.close();
});

const exact = (minor: bigint, currency: string) => added(majorText(minor, currency));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** What the merchant of the sandbox has at the end of a day, from its own books. */
function truthAt({ book, batches, bank, payout }: MerchantScenario, day: string, currency: string, at: number) {
  const balance: Balance | undefined = balanceOf(book, at)[currency];
  const until = <T extends { currency: string }>(rows: readonly T[], on: (row: T) => string) =>
    rows.filter((row) => row.currency === currency && on(row) <= day);
  const sent = sum(until(batches, (batch) => batch.day).map(({ deposited }) => deposited));
  const deposits = until(bank, ({ bookedOn }) => bookedOn).filter(({ amount }) => amount > 0n);
  return {
    gateway: exact(BigInt(balance?.balance ?? 0), currency),
    reserved: exact(BigInt(balance?.reserved ?? 0), currency),
    // what was sent and did not arrive, less what arrived and was not sent
    notReceived: exact(sent - sum(deposits.map(({ amount }) => amount)), currency),
    payout: currency === 'MYR' ? exact(payoutBalanceOf(stateFromScenario(payout), at - 1), currency) : undefined,
  };
}

const named = (statements: readonly Statement[], name: string, currency: string) =>
  statements.find((statement) => statement.name === name && statement.currency === currency);
const amountOf = (statement: Statement | undefined, code: string) =>
  statement?.lines.roll_forward.find((line) => line.code === code)?.amount ?? '0.0000';
const total = (lines: readonly { amount: string | undefined }[] = []) => added(...lines.map(({ amount }) => amount));

function reportedAt(statements: readonly Statement[], currency: string) {
  const [gateway, deposits, payout] = ['gateway', 'deposits', 'payout'].map((name) =>
    named(statements, name, currency),
  );
  return {
    gateway: amountOf(gateway, 'closing'),
    reserved: total(gateway?.lines.composition.filter(({ code }) => code.startsWith('reserved'))),
    notReceived: added(amountOf(deposits, 'closing'), negated(total(deposits?.lines.open))),
    payout: payout === undefined ? undefined : amountOf(payout, 'closing'),
  };
}

/** Everything that depends on the last day alone. */
const standing = (statements: readonly Statement[]) =>
  statements.map(({ lines: { roll_forward, ...others }, ...statement }) => ({
    ...statement,
    lines: { ...others, closing: roll_forward.filter(({ code }) => code === 'closing') },
  }));

/** The difference between the closing balance and the opening balance with the movements. */
const unexplained = ({ lines: { roll_forward } }: Statement) =>
  added(...roll_forward.map(({ code, amount = '0' }) => (code === 'closing' ? negated(amount) : amount)));

test.each(['none', 'standard'] as const)(
  'The statements of every date are those of the books of the sandbox, and a day opens where the day before closed (%s)',
  async (breaks) => {
    // a planted wrong fee contradicts the net amount of a line with a reserve, which rejects the line
    const reserve = breaks === 'none' ? { reserve: { basisPoints: 1_000, days: 5 } } : {};
    const terms = { currencies, ordersPerDay: 15, ...reserve };
    const { published, scenario: options } = await reportedAgainst(7, breaks, ['csv'], terms);
    const scenario = merchantScenario(options);
    const zone = options.zone;
    const last = Temporal.PlainDate.from(options.until);
    const first = last.subtract({ days: options.days - 1 });
    const snapshot = await openToRead(published);
    const read = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
      readStatements(snapshot.connection, {
        company: 'acme',
        from: from.toString(),
        to: to.add({ days: 1 }).toString(),
      });
    let before: Statement[] = [];
    for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
      const [ofDay, ofPeriod] = [await read(day, day), await read(first, day)];
      expect(standing(ofDay), day.toString()).toEqual(standing(ofPeriod));
      const at = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
      for (const currency of currencies) {
        const where = `${currency} on ${day.toString()}`;
        const truth = truthAt(scenario, day.toString(), currency, at);
        expect(reportedAt(ofDay, currency), where).toEqual(truth);
        for (const name of ['gateway', 'deposits', 'payout']) {
          const [opens, closed] = [named(ofDay, name, currency), named(before, name, currency)];
          if (closed !== undefined) expect(amountOf(opens, 'opening'), where).toBe(amountOf(closed, 'closing'));
        }
      }
      const open = [...ofDay, ...ofPeriod].filter((statement) => unexplained(statement) !== '0.0000');
      // nothing but a planted break is unexplained
      if (breaks === 'none') expect(open, day.toString()).toEqual([]);
      expect(
        open.filter(({ name }) => name === 'deposits'),
        day.toString(),
      ).toEqual([]);
      before = ofDay;
    }
    snapshot.close();
  },
);
