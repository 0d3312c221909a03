import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainLine, hashOf } from '../../src/disk/chain.ts';
import { givenStatement } from '../given/facts.ts';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

/* Which days the receiver covers. Times are those of November 2026 in Kuala Lumpur: `2 09:00:00` is 9:00 on the second. */

const books = { callbacks: { received: true } };
const acme = givenFreshRules({ hasPayout: false, books });

function instant(time: string): string {
  const [day = '', clock] = time.split(' ');
  return new Date(`2026-11-${day.padStart(2, '0')}T${clock}+08:00`).toISOString();
}

/** A segment of the receiver with these deliveries. */
function segment(from: string, to: string, bodies: readonly string[]): string {
  let previous = hashOf('');
  const rest = { signed_by: 'abcdef012345', signature: 'x', event_type: null };
  return [
    { company: 'acme', kind: 'callbacks', listening_from: from, keys: [] },
    ...bodies.map((body) => ({ received_at: to, ...rest, body })),
  ]
    .map((content) => {
      const { line, hash } = chainLine(content, previous);
      previous = hash;
      return line;
    })
    .join('');
}

function listened(from: string, to: string, ...bodies: string[]) {
  const facts = { kind: 'callbacks', source: 'receiver', ext: 'jsonl', received_at: instant(to) };
  const window = { window_from: instant(from), window_to: instant(to) };
  return acme.load(landed(segment(instant(from), instant(to), bodies), { ...facts, ...window }));
}

/** The covered days, each stretch as `2-4`. */
async function covered(): Promise<string[]> {
  const rows = await acme.derived(
    `select strftime(first_day, '%-d') || '-' || strftime(last_day, '%-d') as span
     from core.covered_span where kind = 'callbacks' order by first_day`,
  );
  return rows.map(({ span }) => String(span));
}

test.each<[string, [string, string][], string[]]>([
  ['whole days', [['1 12:00:00', '4 09:00:00']], ['2-3']],
  ['a day from midnight to midnight', [['2 00:00:00', '3 00:00:00']], ['2-2']],
  ['part of a day', [['2 00:00:00', '2 23:59:59']], []],
  [
    'segments that follow each other',
    [
      ['1 23:00:00', '2 10:00:00'],
      ['2 10:00:00', '2 20:00:00'],
      ['2 19:59:59', '3 00:00:05'],
    ],
    ['2-2'],
  ],
  [
    'a restart',
    [
      ['1 23:00:00', '2 12:00:00'],
      ['2 12:00:20', '3 01:00:00'],
    ],
    ['2-2'],
  ],
  [
    'a restart just before midnight, while it is not yet known what came again',
    [
      ['1 23:00:00', '2 23:58:00'],
      ['2 23:58:20', '3 00:05:00'],
    ],
    [],
  ],
  [
    'the same restart, ten minutes after midnight',
    [
      ['1 23:00:00', '2 23:58:00'],
      ['2 23:58:20', '3 00:10:00'],
    ],
    ['2-2'],
  ],
  [
    'a gap of three hours with six hours and ten minutes after it',
    [
      ['1 23:00:00', '2 12:00:00'],
      ['2 15:00:00', '2 21:10:00'],
      ['2 21:10:00', '3 00:00:00'],
    ],
    ['2-2'],
  ],
  [
    'a gap of three hours with less after it',
    [
      ['1 23:00:00', '2 18:00:00'],
      ['2 21:00:00', '3 03:09:59'],
    ],
    [],
  ],
  [
    'a gap of more than twelve hours, however long it listened after it',
    [
      ['1 23:00:00', '2 06:00:00'],
      ['2 18:00:01', '6 00:00:00'],
    ],
    ['3-5'],
  ],
  [
    'several restarts within a minute',
    [
      ['1 23:00:00', '2 12:00:00'],
      ['2 12:00:05', '2 12:00:20'],
      ['2 12:00:25', '2 12:00:40'],
      ['2 12:00:45', '3 00:00:00'],
    ],
    ['2-2'],
  ],
  [
    'a short time between two gaps, which counts as part of them',
    [
      ['1 23:00:00', '2 06:00:00'],
      ['2 10:00:00', '2 10:30:00'],
      ['2 19:00:00', '6 00:00:00'],
    ],
    ['3-5'],
  ],
  [
    'two restarts soon after a gap, and then long enough',
    [
      ['1 23:00:00', '2 12:00:00'],
      ['2 12:30:00', '2 12:42:00'],
      ['2 12:42:10', '2 12:54:00'],
      ['2 12:54:10', '6 00:00:00'],
    ],
    ['2-5'],
  ],
  [
    'a time that would have made good the gap before it, but not that with the short time before',
    [
      ['1 23:00:00', '2 12:00:00'],
      ['2 13:00:00', '2 13:05:00'],
      ['2 14:05:00', '2 16:25:00'],
      ['2 16:25:10', '9 00:00:00'],
    ],
    ['2-8'],
  ],
  [
    'a gap that restarts lengthen beyond twelve hours',
    [
      ['1 23:00:00', '2 22:00:00'],
      ['3 08:00:00', '3 10:00:00'],
      ['3 10:00:05', '3 11:00:00'],
      ['3 11:00:05', '9 00:00:00'],
    ],
    ['4-8'],
  ],
])('%s', async (_what, segments, days) => {
  for (const [from, to] of segments) await listened(from, to);
  expect(await covered()).toEqual(days);
});

test('The order in which segments arrive does not matter', async () => {
  await listened('2 10:00:00', '3 00:00:05');
  await listened('1 23:00:00', '2 10:00:00');
  expect(await covered()).toEqual(['2-2']);
});

const paid = (id: string, at: string, currency = 'MYR') => {
  const seconds = Date.parse(instant(at)) / 1000;
  const payment = { amount: 1000, currency, paid_on: seconds };
  return JSON.stringify({
    id,
    reference: id,
    status: 'paid',
    updated_on: seconds,
    payment,
    event_type: 'purchase.paid',
  });
};

test('A signed delivery that cannot be read leaves its day uncovered, and no other', async () => {
  await listened('1 00:00:00', '2 12:00:00', paid('p1', '1 09:00:00'));
  await listened('2 12:00:00', '4 00:00:00', paid('p2', '2 09:00:00', 'XXQ'));
  expect(await covered()).toEqual(['1-1', '3-3']);
});

test('A delivery that cannot be read at all leaves the day uncovered on which it came', async () => {
  await listened('1 00:00:00', '2 12:00:00');
  await listened('2 12:00:00', '4 12:00:00', '[1]');
  await listened('4 12:00:00', '6 00:00:00');
  expect(await covered()).toEqual(['1-3', '5-5']);
});

test('One that comes in a short time between two gaps counts, too', async () => {
  await listened('1 00:00:00', '2 12:00:00');
  await listened('2 13:00:00', '2 13:05:00', '[1]');
  await listened('2 13:06:00', '4 00:00:00');
  expect(await covered()).toEqual(['1-1', '3-3']);
});

test('One about a day that was covered before does not take that away', async () => {
  await listened('1 00:00:00', '3 12:00:00', paid('p1', '1 09:00:00'));
  await listened('3 12:00:00', '5 00:00:00', paid('p2', '1 10:00:00', 'XXQ'));
  expect(await covered()).toEqual(['1-2', '4-4']);
});

test('What to do about one is not to wait for a run, because nobody can be asked for it again', async () => {
  await listened('1 00:00:00', '3 12:00:00', paid('p1', '1 09:00:00'));
  await listened('3 12:00:00', '5 00:00:00', paid('p2', '1 10:00:00', 'XXQ'));
  const covers: [string, string] = ['2026-11-01', '2026-11-01'];
  await givenStatement(acme.connection, { covers, received: '2026-11-02 01:00:00+08' }, []);
  await acme.judge(['callbacks_to_statement'], '2026-11-01', '2026-11-02');
  const advised = await acme.rows(
    `select what_to_do from mart.control where control = 'callbacks_to_statement' and state = 'not_made'`,
  );
  expect(advised).toEqual([
    {
      what_to_do:
        'Correct the rejected rows at their source and import the file again. They are listed with line and reason.',
    },
  ]);
});

const day = async (date: string) => {
  const rows = await acme.derived(
    `select state, basis, reason from recon.input_day($date::date, $date::date + 1) where input = 'callbacks'`,
    { date },
  );
  return rows[0];
};

const statementOfTheSecond = (payments: Parameters<typeof givenStatement>[2]) =>
  givenStatement(
    acme.connection,
    { covers: ['2026-11-02', '2026-11-02'], received: '2026-11-03 01:00:00+08' },
    payments,
  );

test('Where nothing came for the payments of a day, callbacks are missing although it was listened', async () => {
  await listened('1 00:00:00', '3 01:00:00');
  expect(await day('2026-11-02')).toMatchObject({ state: 'covered', basis: 'listened' });
  await statementOfTheSecond([
    { key: 'p1', amount: '10.00', paid: '2026-11-02 09:00' },
    { key: 'p2', amount: '10.00', created: '2026-11-02 09:30', status: 'created' },
  ]);
  expect(await day('2026-11-02')).toEqual({
    state: 'missing',
    basis: null,
    reason:
      '`tieout receive` listened through the day, and no callback came for its payment. Check that the address is registered with the gateway and can be reached from outside (docs/callbacks.md).',
  });
  expect(await day('2026-11-01')).toMatchObject({ state: 'covered' });
  await listened('3 01:00:00', '3 02:00:00', paid('p1', '2 09:00:00'));
  expect(await day('2026-11-02')).toMatchObject({ state: 'covered' });
});

test('A delivery of another day does not show that callbacks came; one in another currency does', async () => {
  await listened('1 00:00:00', '3 01:00:00', paid('p0', '1 09:00:00'));
  await statementOfTheSecond([{ key: 'p1', amount: '10.00', paid: '2026-11-02 09:00' }]);
  expect(await day('2026-11-02')).toMatchObject({ state: 'missing' });
  await listened('3 01:00:00', '3 02:00:00', paid('p3', '2 09:00:00', 'SGD'));
  expect(await day('2026-11-02')).toMatchObject({ state: 'covered' });
});

test('A day on which it was not listened says so', async () => {
  await listened('2 00:00:00', '3 00:00:00');
  expect(await day('2026-11-01')).toMatchObject({
    state: 'missing',
    reason:
      '`tieout receive` did not listen through the day, or not long enough after a gap, and no file of callbacks covers the day. Import one, or waive the control.',
  });
});

test('A file of callbacks covers what the receiver did not', async () => {
  await listened('2 00:00:00', '3 00:00:00');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await acme.load(landed(publicKey.export({ type: 'spki', format: 'pem' }), { kind: 'public_key', ext: 'pem' }));
  await acme.receive('{"covers": {"from": "2026-11-01", "through": "2026-11-01"}}\n', {
    kind: 'callbacks',
    ext: 'jsonl',
    received_at: instant('3 01:00:00'),
  });
  expect(await day('2026-11-01')).toMatchObject({ state: 'covered', basis: 'stated_span' });
  expect(await covered()).toEqual(['1-2']);
});

test('An event of an unknown kind is kept and counted, and a known one that moves no money is kept', async () => {
  const event = (event_type: string) => JSON.stringify({ id: 'p1', event_type, updated_on: 1_793_500_000 });
  const bodies = [event('purchase.teleported'), event('purchase.viewed'), event('purchase.teleported')];
  expect(await listened('1 00:00:00', '3 00:00:00', ...bodies)).toMatchObject({ rejected: 0 });
  expect(await acme.lines('select event from core.callback order by event')).toEqual([
    'purchase.teleported',
    'purchase.viewed',
  ]);
  expect(await acme.lines('select record, field, value, seen_count from raw.unexpected')).toEqual([
    'callback event_type purchase.teleported 2',
  ]);
});

test('Each receipt of the receiver belongs to one stretch, whatever the kinds and the overlaps', async () => {
  await listened('1 00:00:00', '2 12:00:00');
  await listened('1 12:00:00', '3 12:00:00');
  await listened('3 12:00:00', '3 12:00:00');
  await listened('4 20:00:00', '6 00:00:00');
  const ofEvents = { kind: 'payout_events', source: 'receiver', ext: 'jsonl' };
  const window = { window_from: instant('1 00:00:00'), window_to: instant('6 00:00:00') };
  await acme.load(landed(segment(window.window_from, window.window_to, []), { ...ofEvents, ...window }));
  expect(
    await acme.lines('select kind, first_day, last_day, count(*) from core.listened group by all order by all'),
  ).toEqual([
    'callbacks 2026-11-01 2026-11-02 3',
    'callbacks 2026-11-05 2026-11-05 1',
    'payout_events 2026-11-01 2026-11-05 1',
  ]);
  expect(await acme.rows('select receipt_id from core.listened group by all having count(*) > 1')).toEqual([]);
  expect(await covered()).toEqual(['1-2', '5-5']);
});
