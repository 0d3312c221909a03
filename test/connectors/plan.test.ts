import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  begunStatement,
  missingBalances,
  missingStatement,
  missingTurnover,
  neededStatements,
} from '../../src/connectors/gateway/plan.ts';
import { isListReceived } from '../../src/connectors/payout/extract.ts';
import { type ReadScope, receiptsOf, type Window, windowOfDays } from '../../src/connectors/windows.ts';
import { dayStart, daysOf, unixSeconds } from '../../src/domain/period.ts';
import { newReceiptFacts, type Receipt } from '../../src/domain/receipt.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const instant = (text: string) => Temporal.Instant.from(text);
const period = (from: string, to: string) => ({ from: date(from), to: date(to) });

const scopeOf = (from: string, to: string, changes: Partial<ReadScope> = {}): ReadScope => ({
  company: 'acme',
  zone: 'Asia/Kuala_Lumpur',
  currencies: ['MYR', 'SGD'],
  period: period(from, to),
  lookbackDays: 3,
  ...changes,
});

const receipt = (receipt_id: number, changes: Partial<Receipt>): Receipt => ({
  ...newReceiptFacts({ source: 'gateway', kind: 'statement', company: 'acme', ext: 'csv' }),
  ...{ receipt_id, currency: 'MYR', received_at: '2026-12-31T00:00:00Z', bytes: 1, sha256: '0'.repeat(64) },
  ...changes,
});
const ofWindow = (window: Window) => ({ window_from: window.from.toString(), window_to: window.to.toString() });
const ofDays = (from: string, to: string) => ofWindow(windowOfDays(period(from, to), 'Asia/Kuala_Lumpur'));
const shown = (window: Window | undefined) => window && `${window.from.toString()} ${window.to.toString()}`;

describe('days and instants', () => {
  test.each([
    ['Asia/Kuala_Lumpur', '2026-11-19', '2026-11-18T16:00:00Z'],
    ['UTC', '2026-11-19', '2026-11-19T00:00:00Z'],
    // the clocks go forward at 02:00 and back at 03:00: midnight is before either
    ['Europe/Oslo', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['Europe/Oslo', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['Europe/Oslo', '2026-10-26', '2026-10-25T23:00:00Z'],
    // the clocks go forward at midnight: the day begins at one
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    // the day that was skipped when the date line moved
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
  ])('in %s, %s starts at %s', (zone, day, expected) => {
    expect(dayStart(date(day), zone).toString()).toBe(expected);
  });

  const zones = fc.constantFrom(
    ...['Asia/Kuala_Lumpur', 'Asia/Kathmandu', 'Africa/Cairo', 'Australia/Lord_Howe', 'Europe/Oslo'],
    ...['America/Havana', 'America/New_York', 'Pacific/Apia', 'UTC'],
  );
  const days = fc.integer({ min: 0, max: 366 * 12 }).map((offset) => date('2018-01-01').add({ days: offset }));

  test('windows of consecutive days have no gap or overlap in any zone; an instant is in exactly one day', () => {
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), (zone, from, n, m) => {
        const middle = from.add({ days: n });
        const to = middle.add({ days: m });
        const whole = windowOfDays({ from, to }, zone);
        const [left, right] = [windowOfDays({ from, to: middle }, zone), windowOfDays({ from: middle, to }, zone)];
        expect(unixSeconds(left.from)).toBe(unixSeconds(whole.from));
        expect(unixSeconds(left.to)).toBe(unixSeconds(right.from));
        expect(unixSeconds(right.to)).toBe(unixSeconds(whole.to));
        // boundaries are whole seconds, so that the request parameters are exact
        expect(left.to.epochMilliseconds % 1000).toBe(0);
        // the last second of a window belongs to its last day, the next one does not
        expect(left.to.subtract({ seconds: 1 }).toZonedDateTimeISO(zone).toPlainDate().toString()).toBe(
          middle.subtract({ days: 1 }).toString(),
        );
        expect(left.to.toZonedDateTimeISO(zone).toPlainDate().toString()).toBe(middle.toString());
        expect(daysOf({ from, to }).length).toBe(n + m);
      }),
    );
  });
});

describe('the statement of a period', () => {
  const missing = (
    receipts: Receipt[],
    from: string,
    to: string,
    isUsable: (receipt: Receipt) => boolean = () => true,
  ) => shown(missingStatement(receipts, scopeOf(from, to), 'MYR', isUsable));

  test('covers the period and the look-back before it', () => {
    expect(missing([], '2026-11-19', '2026-11-20')).toBe('2026-11-15T16:00:00Z 2026-11-19T16:00:00Z');
    expect(missing([], '2026-11-01', '2026-12-01')).toBe('2026-10-28T16:00:00Z 2026-11-30T16:00:00Z');
  });

  test('is not requested if another one covers the days', () => {
    const existing = [receipt(1, ofDays('2026-10-29', '2026-12-01'))];
    expect(missing(existing, '2026-11-01', '2026-12-01')).toBeUndefined();
    expect(missing(existing, '2026-11-19', '2026-11-20')).toBeUndefined();
    expect(missingStatement(existing, scopeOf('2026-11-19', '2026-11-20'), 'SGD', () => true)).toBeDefined();
  });

  test('is requested if the newest statement of a day is unusable, although an earlier one has the day', () => {
    const existing = [receipt(1, ofDays('2026-11-11', '2026-11-19')), receipt(2, ofDays('2026-11-12', '2026-11-20'))];
    const isUsable = ({ receipt_id }: Receipt) => receipt_id !== 2;
    expect(missing(existing, '2026-11-12', '2026-11-13')).toBeUndefined();
    expect(missing(existing, '2026-11-12', '2026-11-13', isUsable)).toBe('2026-11-08T16:00:00Z 2026-11-12T16:00:00Z');
    expect(missing(existing, '2026-11-11', '2026-11-12', isUsable)).toBeUndefined();
    const later = receipt(3, ofDays('2026-11-12', '2026-11-13'));
    expect(missing([...existing, later], '2026-11-12', '2026-11-13', isUsable)).toBeUndefined();
  });

  test('covers the missing days and the days between them', () => {
    const existing = [receipt(1, ofDays('2026-11-02', '2026-11-05')), receipt(2, ofDays('2026-11-07', '2026-11-20'))];
    expect(missing(existing, '2026-11-03', '2026-11-20')).toBe(
      shown(windowOfDays(period('2026-11-05', '2026-11-07'), 'Asia/Kuala_Lumpur')),
    );
    expect(missing(existing, '2026-11-01', '2026-11-10')).toBe(
      shown(windowOfDays(period('2026-10-29', '2026-11-07'), 'Asia/Kuala_Lumpur')),
    );
  });

  test('leaves out look-back days of which a statement was requested after the end of the period', () => {
    const asked = (from: string, to: string, at: string) => receipt(1, { ...ofDays(from, to), received_at: at });
    const of = (from: string) => shown(windowOfDays(period(from, '2026-11-20'), 'Asia/Kuala_Lumpur'));
    const [end, before] = ['2026-11-19T16:00:00Z', '2026-11-19T15:59:59Z'];
    const missingWith = (...receipts: Receipt[]) => missing(receipts, '2026-11-18', '2026-11-20');
    expect(missingWith(asked('2026-11-10', '2026-11-18', end))).toBe(of('2026-11-18'));
    // it does not show what changed in the last second of the period
    expect(missingWith(asked('2026-11-10', '2026-11-18', before))).toBe(of('2026-11-15'));
    expect(missingWith(asked('2026-11-10', '2026-11-17', end))).toBe(of('2026-11-17'));
    // a window has no gaps, so a day in its middle is fetched again
    expect(missingWith(asked('2026-11-16', '2026-11-17', end))).toBe(of('2026-11-15'));
  });

  test('is requested again if the day was not over at the time of the request', () => {
    const window = ofDays('2026-11-16', '2026-11-20');
    const request = receipt(1, { ...window, kind: 'statement_request', received_at: '2026-11-19T15:59:59Z' });
    const existing = [request, receipt(2, { ...window, received_at: '2026-11-19T16:10:00Z' })];
    expect(missing(existing, '2026-11-19', '2026-11-20')).toBeDefined();
    expect(missing(existing, '2026-11-18', '2026-11-19')).toBeUndefined();
    const later = [{ ...request, received_at: '2026-11-19T16:00:00Z' }, ...existing.slice(1)];
    expect(missing(later, '2026-11-19', '2026-11-20')).toBeUndefined();
  });

  test('an imported file has no window and does not count as coverage', () => {
    expect(missing([receipt(1, { original_name: 'november.csv' })], '2026-11-19', '2026-11-20')).toBeDefined();
  });

  test('a started request is resumed, else a planned one; a finished one is not', () => {
    const window = windowOfDays(period('2026-11-16', '2026-11-20'), 'Asia/Kuala_Lumpur');
    const intent = receipt(1, { ...ofWindow(window), kind: 'statement_intent' });
    const request = receipt(2, { ...ofWindow(window), kind: 'statement_request' });
    const done = receipt(3, ofWindow(window));
    const need = { kind: 'statement', currency: 'MYR', window } as const;
    expect(begunStatement([], need)).toBeUndefined();
    expect(begunStatement([intent], need)).toEqual({ intent });
    expect(begunStatement([intent, request], need)).toEqual({ request });
    expect(begunStatement([intent, request, done], need)).toBeUndefined();
    expect(begunStatement([intent, request], { ...need, currency: 'SGD' })).toBeUndefined();
    expect(begunStatement([intent, request], { ...need, kind: 'statement_comparison' })).toBeUndefined();
  });

  describe('in two formats', () => {
    const both = ['csv', 'xlsx'] as const;
    const needed = (receipts: Receipt[], from: string, to: string, formats: readonly ('csv' | 'xlsx')[] = both) =>
      neededStatements(receipts, scopeOf(from, to), 'MYR', formats, () => true).map(
        ({ kind, format, window }) => `${kind} ${format} ${shown(window)}`,
      );
    const whole = '2026-10-28T16:00:00Z 2026-11-04T16:00:00Z';
    const second = (id: number, changes: Partial<Receipt>) =>
      receipt(id, { kind: 'statement_comparison', ext: 'xlsx', ...changes });

    test('is needed for the same window in each', () => {
      expect(needed([], '2026-11-01', '2026-11-05')).toEqual([
        `statement csv ${whole}`,
        `statement_comparison xlsx ${whole}`,
      ]);
      expect(needed([], '2026-11-01', '2026-11-05', ['csv'])).toEqual([`statement csv ${whole}`]);
    });

    test('is needed in the second one for the windows of the newest statements alone', () => {
      const earlier = receipt(1, ofDays('2026-10-29', '2026-11-03'));
      const later = receipt(2, ofDays('2026-10-30', '2026-11-05'));
      const neededWith = (...receipts: Receipt[]) => needed(receipts, '2026-11-01', '2026-11-05');
      const ofLater = 'statement_comparison xlsx 2026-10-29T16:00:00Z 2026-11-04T16:00:00Z';
      expect(neededWith(earlier, later)).toEqual([ofLater]);
      expect(neededWith(earlier, later, second(3, ofDays('2026-10-29', '2026-11-03')))).toEqual([ofLater]);
      expect(neededWith(earlier, later, second(3, ofDays('2026-10-30', '2026-11-05')))).toEqual([]);
      const ofEarlier = 'statement_comparison xlsx 2026-10-28T16:00:00Z 2026-11-02T16:00:00Z';
      expect(neededWith(later, earlier)).toEqual([ofEarlier, ofLater]);
    });

    test('is needed in the format that the statement of record does not have', () => {
      const workbook = receipt(1, { ...ofDays('2026-10-29', '2026-11-05'), ext: 'xlsx' });
      expect(needed([workbook], '2026-11-01', '2026-11-05')).toEqual([`statement_comparison csv ${whole}`]);
    });

    test('is needed again where it was requested before the day was over', () => {
      const days = ofDays('2026-10-29', '2026-11-05');
      const early = { ...days, received_at: '2026-11-03T04:00:00Z' };
      expect(needed([receipt(1, days), second(2, early)], '2026-11-01', '2026-11-03')).toEqual([]);
      expect(needed([receipt(1, days), second(2, early)], '2026-11-01', '2026-11-05')).toEqual([
        `statement_comparison xlsx ${whole}`,
      ]);
    });
  });

  test('after a refresh only newer receipts count', () => {
    const existing = [receipt(1, ofDays('2026-11-16', '2026-11-20')), receipt(2, { company: 'other' })];
    const asked = { unusable: new Set<number>(), later: new Set([1]) };
    expect(receiptsOf(existing, 'acme', { after: 0, ...asked }).length).toBe(1);
    expect(receiptsOf(existing, 'acme', { after: 1, ...asked })).toEqual([]);
  });

  test('a failed answer and an unusable receipt do not count as received', () => {
    const failure = {
      code: 'GATEWAY_FAILED',
      message: 'The payment gateway answered 500.',
      remedy: 'Run again later.',
    };
    const existing = [receipt(1, { failure }), receipt(2, {}), receipt(3, {})];
    const counted = (later: number[]) =>
      receiptsOf(existing, 'acme', { after: 0, unusable: new Set([2]), later: new Set(later) }).map(
        (one) => one.receipt_id,
      );
    expect(counted([])).toEqual([3]);
    // what was refused too often, or just now, is not asked again
    expect(counted([1, 2])).toEqual([1, 2, 3]);
  });

  test('the plan covers all days of the period and requests no covered day twice, whatever exists', () => {
    const window = fc
      .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 }))
      .map(([start, length]) => ({
        from: date('2026-03-15').add({ days: start }),
        to: date('2026-03-15').add({ days: start + length }),
      }));
    fc.assert(
      fc.property(
        fc.array(window, { maxLength: 5 }),
        window,
        fc.integer({ min: 0, max: 5 }),
        (existing, requestedPeriod, lookbackDays) => {
          // a clock change within the period
          const zone = 'Europe/Oslo';
          const need = scopeOf('2026-01-01', '2026-01-02', { zone, period: requestedPeriod, lookbackDays });
          const receipts = existing.map((one, index) => receipt(index + 1, ofWindow(windowOfDays(one, zone))));
          const isCovered = (day: Temporal.PlainDate) =>
            existing.some(
              ({ from, to }) =>
                Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day.add({ days: 1 }), to) <= 0,
            );
          const uncovered = daysOf(requestedPeriod).filter((day) => !isCovered(day));
          const missing = missingStatement(receipts, need, 'MYR', () => true);
          expect(missing === undefined).toBe(uncovered.length === 0);
          if (missing === undefined) return;
          // each statement was requested long after the period
          const first = uncovered[0] ?? requestedPeriod.from;
          const lookback = daysOf({ from: first.subtract({ days: lookbackDays }), to: first });
          const from = lookback.find((day) => !isCovered(day)) ?? first;
          expect(missing.from.toString()).toBe(dayStart(from, zone).toString());
          expect(missing.to.toString()).toBe(
            dayStart(uncovered.at(-1)?.add({ days: 1 }) ?? requestedPeriod.to, zone).toString(),
          );
          expect(
            missingStatement([...receipts, receipt(99, ofWindow(missing))], need, 'MYR', () => true),
          ).toBeUndefined();
        },
      ),
    );
  });
});

describe('turnover and balances', () => {
  test('turnover is requested for each day and currency without one fetched after the day', () => {
    const first = ofDays('2026-11-18', '2026-11-19');
    const existing = [
      receipt(1, { ...first, kind: 'turnover', received_at: '2026-11-18T16:00:00Z' }),
      receipt(2, { ...first, kind: 'turnover', currency: 'SGD', received_at: '2026-11-18T15:59:59Z' }),
    ];
    const missing = missingTurnover(existing, scopeOf('2026-11-18', '2026-11-20'));
    expect(missing.map(({ currency, window }) => `${currency} ${shown(window)}`)).toEqual([
      'SGD 2026-11-17T16:00:00Z 2026-11-18T16:00:00Z',
      'MYR 2026-11-18T16:00:00Z 2026-11-19T16:00:00Z',
      'SGD 2026-11-18T16:00:00Z 2026-11-19T16:00:00Z',
    ]);
  });

  test('balances are requested for the start of each day and the end of the last', () => {
    const start = receipt(1, { ...ofDays('2026-11-18', '2026-11-18'), kind: 'balance', currency: null });
    const need = scopeOf('2026-11-18', '2026-11-20');
    const starts = (receipts: Receipt[]) => missingBalances(receipts, need).map(({ from }) => from.toString());
    const all = ['2026-11-17T16:00:00Z', '2026-11-18T16:00:00Z', '2026-11-19T16:00:00Z'];
    expect(starts([])).toEqual(all);
    expect(starts([start])).toEqual(all.slice(1));
  });
});

describe('a list', () => {
  const need = scopeOf('2026-11-18', '2026-11-20');
  const page = (id: number, received_at: string, is_last_page: boolean, kind = 'send_limits', batch_id = 'a') =>
    receipt(id, { source: 'payout', kind, currency: null, received_at, is_last_page, batch_id, page: id });
  const [end, before] = ['2026-11-19T16:00:00Z', '2026-11-19T15:59:59.999Z'];

  test('is complete if its reading started after the period and reached the last page', () => {
    expect(isListReceived([page(1, end, false), page(2, end, true)], 'send_limits', need)).toBe(true);
    expect(isListReceived([page(1, end, false)], 'send_limits', need)).toBe(false);
    expect(isListReceived([page(1, before, false), page(2, end, true)], 'send_limits', need)).toBe(false);
    expect(isListReceived([page(1, end, true)], 'accounts', need)).toBe(false);
  });

  test('of send instructions, which is refreshed hourly, is complete an hour after the period', () => {
    const at = (received_at: string) => [page(1, received_at, true, 'send_instructions')];
    expect(isListReceived(at('2026-11-19T16:59:59Z'), 'send_instructions', need)).toBe(false);
    expect(isListReceived(at('2026-11-19T17:00:00Z'), 'send_instructions', need)).toBe(true);
    expect(instant(end).add({ hours: 1 }).toString()).toBe('2026-11-19T17:00:00Z');
  });
});
