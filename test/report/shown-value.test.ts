import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { cleanText, localTime, neutralised, shownText, withLocalTimes } from '../../src/report/shown-value.ts';

test('An instant is shown as local time, before and after a clock change', () => {
  expect(localTime('2026-11-01T16:00:00.000Z', 'Asia/Kuala_Lumpur')).toBe('2026-11-02 00:00:00');
  // clocks go back at 06:00 UTC, so that hour occurs twice
  expect(localTime('2026-11-01T05:59:59.999Z', 'America/New_York')).toBe('2026-11-01 01:59:59');
  expect(localTime('2026-11-01T06:00:00.000Z', 'America/New_York')).toBe('2026-11-01 01:00:00');
  expect(localTime('2026-03-29T00:59:59.000Z', 'Europe/London')).toBe('2026-03-29 00:59:59');
  expect(localTime('2026-03-29T01:00:00.000Z', 'Europe/London')).toBe('2026-03-29 02:00:00');
  // clocks that change a minute after midnight
  expect(localTime('2010-11-07T02:30:59.000Z', 'America/St_Johns')).toBe('2010-11-07 00:00:59');
  expect(localTime('2010-11-07T02:31:00.000Z', 'America/St_Johns')).toBe('2010-11-06 23:01:00');
  const zones = fc.constantFrom('America/New_York', 'Europe/London', 'Asia/Kuala_Lumpur', 'Australia/Lord_Howe');
  const from = Date.parse('1990-01-01T00:00:00Z');
  fc.assert(
    fc.property(zones, fc.integer({ min: from, max: from + 60 * 365 * 86_400_000 }), (zone, milliseconds) => {
      const instant = new Date(milliseconds).toISOString();
      const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
      const text = local.toString({ smallestUnit: 'second' }).replace('T', ' ');
      expect(localTime(instant, zone)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('Instants within JSON are shown as local time, other text is unchanged', () => {
  const json = '{"at":"2026-11-01 16:00:00.123+00","on":"2026-11-01","note":"at 2026-11-01 16:00:00+00"}';
  expect(withLocalTimes(json, 'Asia/Kuala_Lumpur')).toBe(
    '{"at":"2026-11-02 00:00:00","on":"2026-11-01","note":"at 2026-11-01 16:00:00+00"}',
  );
});

test('External text is cut to a cell between characters, without control characters or direction marks', () => {
  expect(cleanText('plain = text')).toBe('plain = text');
  expect(cleanText('a\u0000b\u001Bc\u202Ed\u2066e\n')).toBe('a\uFFFDb\uFFFDcde\n');
  expect(cleanText('x'.repeat(32_001))).toBe(`${'x'.repeat(32_000)} …`);
  expect(cleanText(`${'x'.repeat(31_999)}😀😀`)).toBe(`${'x'.repeat(31_999)} …`);
});

test('Text that begins like a formula is neutralised, even if disguised', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\uFF1D1',
    '\uFF0B1',
    '\uFF0D1',
    '\uFF20x',
  ])
    expect(neutralised(text)).toBe(`'${text}`);
  for (const text of ['1+1', 'a=b', '', "'=1"]) expect(neutralised(text)).toBe(text);
});

test('Values of people are masked by the same names in JSON as in the columns of a file', () => {
  const text = '{"alamat": "Jalan Ampang", "payee": "Siti", "iban": "DE00 1234", "status": "paid"}';
  expect(shownText(text, 'raw', false)).toBe('{"alamat": "J•••", "payee": "S•••", "iban": "D•••", "status": "paid"}');
  expect(shownText(text, 'raw', true)).toBe(text);
});
