import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { majorText } from '../../sandbox/src/gateway/book.ts';
import { type MerchantScenario, merchantScenario } from '../../sandbox/src/scenario.ts';
import { added } from '../../src/report/shown-value.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { reportedAgainst } from '../given/reported-against.ts';

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
  const snapshot = await openSnapshot(published);
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
