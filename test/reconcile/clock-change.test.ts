import { expect, test } from 'vitest';
import { givenFreshRules } from '../given/rules.ts';

/* Days of 23 and of 25 hours, and a day that begins at one o'clock. */

const acme = givenFreshRules({ hasPayout: false, books: { callbacks: { received: true } } });

type Received = { zone: string; from: string; to: string };

const spans: [string, Received, string][] = [
  ['a day of 23 hours', { zone: 'Europe/Oslo', from: '2026-03-29 00:00:00+01', to: '2026-03-30 00:00:00+02' }, '29-29'],
  ['a day of 25 hours', { zone: 'Europe/Oslo', from: '2026-10-25 00:00:00+02', to: '2026-10-26 00:00:00+01' }, '25-25'],
  [
    'a day of 25 hours without its first half hour, and the next day',
    { zone: 'Europe/Oslo', from: '2026-10-25 00:30:00+02', to: '2026-10-27 00:00:00+01' },
    '26-26',
  ],
  [
    'a day that begins an hour after midnight',
    { zone: 'Africa/Cairo', from: '2026-04-24 01:00:00+03', to: '2026-04-25 00:00:00+03' },
    '24-24',
  ],
];
const kinds = [
  { kind: 'turnover', source: 'gateway', ext: 'json' },
  { kind: 'statement', source: 'gateway', ext: 'csv' },
  { kind: 'callbacks', source: 'receiver', ext: 'jsonl' },
];

test.each(spans.flatMap(([what, received, days]) => kinds.map((kind) => ({ what, days, ...received, ...kind }))))(
  '$kind: $what',
  async ({ what: _, days, ...receipt }) => {
    await acme.execute(
      `insert into raw.receipt by name
       select 800 as receipt_id, $source as source, $kind as kind, $ext as ext, $zone as zone, $from::timestamptz as window_from,
         $to::timestamptz as window_to, $to::timestamptz + interval 1 hour as received_at, 1 as bytes, 'a' as sha256,
         'answer' as file_name, 'loaded' as load_status, 0 as rejected_count`,
      receipt,
    );
    expect(await acme.derived(`select day(first_day) || '-' || day(last_day) as days from core.coverage`)).toEqual([
      { days },
    ]);
  },
);
