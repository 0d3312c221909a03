import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownHost, shownText, shownUrl } from '../../../src/connectors/http/redact.ts';
import { retryDelay } from '../../../src/connectors/http/retry.ts';

const options = { retries: 5, firstPauseMs: 250, maximumWaitMs: 60_000 };
const now = Date.parse('2026-11-19T08:00:00Z');

test('the pause doubles, and jitter removes at most half of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const full = Math.min(250 * 2 ** (attempt - 1), 60_000);
      const pause = retryDelay(attempt, undefined, options, now, () => random) ?? Number.NaN;
      expect(pause).toBeGreaterThanOrEqual(full / 2);
      expect(pause).toBeLessThanOrEqual(full);
    }),
  );
});

test.each([
  ['7', 7000],
  [' 0 ', 0],
  ['Thu, 19 Nov 2026 08:00:09 GMT', 9000],
  ['Thu, 19 Nov 2026 07:00:00 GMT', 0],
  ['60', 60_000],
  ['61', undefined],
  ['Thu, 19 Nov 2026 09:00:00 GMT', undefined],
])('Retry-After %j is a pause of %s ms', (header, pause) => {
  expect(retryDelay(1, header, options, now, () => 1)).toBe(pause);
});

test('an invalid Retry-After is ignored', () => {
  expect(retryDelay(1, 'soon', options, now, () => 1)).toBe(250);
});

test('a URL is shown without secrets', () => {
  expect(shownUrl('https://user:pass@h.example/a?from=1&X-Amz-Signature=abc&token=t')).toBe(
    'https://h.example/a?from=1&X-Amz-Signature=redacted&token=redacted',
  );
  expect(shownHost('https://h.example/files/secret.csv?x=1')).toBe('https://h.example/…');
  expect(shownUrl('what')).toBe('[not a URL]');
});

test('server text is shown on one line, without keys and HTML', () => {
  expect(shownText('Bad\u001b[2J\n  key: Bearer sk_live_1 !')).toBe('Bad [2J key: Bearer [redacted] !');
  expect(shownText(`checksum ${'ab'.repeat(64)} is wrong`)).toBe('checksum [redacted] is wrong');
  expect(shownText('<!DOCTYPE html><p>Sign in</p>')).toBe('a web page came');
});
