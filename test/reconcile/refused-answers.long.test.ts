import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { askedAgain } from '../../src/pipeline/run-company.ts';
import { derive } from '../../src/warehouse/derive.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { landed } from '../given/landed.ts';
import { page, payoutAccount, recipient } from '../given/payout-records.ts';
import { days, givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({ currencies: ['MYR', 'SGD'] });
const load = (file: LandedFile) => acme.load(file);
const at = '2026-11-02T03:00:00.000Z';
let batches = 0;
/** A list that was read to its end on a day, with these records. */
const list = (kind: string, day: string, results: object[], more: Partial<LandedFile> = {}) => {
  batches += 1;
  return landed(page(results), {
    kind,
    batch_id: `b${batches}`,
    received_at: `${day}T01:00:00.000Z`,
    request_path: `/send/${kind}`,
    ...more,
  });
};
const account = payoutAccount(7, { updated_at: at });
const recipientRecord = recipient(8);
const { account_number: _, ...without } = recipientRecord;
const failure = (code: string) => ({ code, message: 'The payout service answered 500.', remedy: 'Run again later.' });

/** How an input is on a day: its state, the reason and the rejected records that may belong to it. */
async function inputOn(day: string, input: string, currency = 'MYR') {
  const [row] = await acme.derived(
    `select state, reason, rejected_count::integer as rejected from recon.input_day($day::date, $day::date + 1)
     where input = $input and currency = $currency`,
    { day, input, currency },
  );
  return row;
}

const unusable = async () =>
  (await acme.derived("from core.asked_again(date '2026-11-01', date '2026-11-05') where is_unusable"))
    .map(({ receipt_id }) => Number(receipt_id))
    .sort((a, b) => a - b);

test('A rejected record of a list may belong to every day before, until a complete list without it', async () => {
  await load(list('accounts', '2026-11-03', [account]));
  await load(list('bank_accounts', '2026-11-03', [recipientRecord]));
  expect(await inputOn('2026-11-02', 'recipients')).toMatchObject({ state: 'covered', rejected: 0 });
  const firstPage = list('bank_accounts', '2026-11-04', [recipientRecord], {
    page: 1,
    is_last_page: false,
    batch_id: 'two pages',
  });
  const bad = list('bank_accounts', '2026-11-04', [{ ...without, id: 9 }], { page: 2, batch_id: 'two pages' });
  await load(firstPage);
  expect(await load(bad)).toMatchObject({ status: 'loaded', rows: 1, rejected: 1 });
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(await inputOn(day, 'recipients')).toMatchObject({ rejected: 1 });
  expect(await acme.mart('select reason_code, reason, is_in_force from mart.rejected_row')).toEqual([
    {
      reason_code: 'not_as_specified',
      reason:
        'The record does not match the specification: Invalid input: expected string, received undefined → at account_number.',
      is_in_force: true,
    },
  ]);
  // every page of the list is asked for again
  expect(await unusable()).toEqual([firstPage.receipt_id, bad.receipt_id]);
  await load(list('bank_accounts', '2026-11-05', [recipientRecord]));
  expect(await inputOn('2026-11-02', 'recipients')).toMatchObject({ state: 'covered', rejected: 0 });
  expect(await acme.mart('select is_in_force from mart.rejected_row')).toEqual([{ is_in_force: false }]);
});

test.each(['statement_request', 'turnover', 'balance'])(
  'A list is rejected where the answer is one record: %s',
  async (kind) => {
    for (const answer of ['[]', '{"results":[]}']) {
      const file = landed(answer, { kind, source: 'gateway', currency: 'MYR', window_from: at, window_to: at });
      expect(await load(file)).toMatchObject({ status: 'loaded', rows: 1, rejected: 1 });
    }
  },
);

test('A recipient that could not be looked up is missing until an answer about it', async () => {
  await load(list('accounts', '2026-11-03', [account]));
  await load(list('bank_accounts', '2026-11-03', []));
  const lookUp = { batch_id: null, page: null, is_last_page: null, request_path: '/send/bank_accounts/8' };
  await load(list('bank_accounts', '2026-11-03', [], { ...lookUp, failure: failure('PAYOUT_FAILED') }));
  expect(await inputOn('2026-11-02', 'recipients')).toMatchObject({
    state: 'missing',
    reason: expect.stringMatching(
      /^1 recipient that was paid could not be looked up\. The payout service answered 500\./,
    ),
  });
  const unknown = list('bank_accounts', '2026-11-04', [], { ...lookUp, failure: failure('RECIPIENT_UNKNOWN') });
  await load(unknown);
  expect(await inputOn('2026-11-02', 'recipients')).toMatchObject({ state: 'covered' });
});

const reading = (day: string, balances: object, more: Partial<LandedFile> = {}) => {
  const instant = `${day}T16:00:00Z`;
  return landed(JSON.stringify(balances), {
    kind: 'balance',
    window_from: instant,
    window_to: instant,
    received_at: '2026-11-04T00:05:00Z',
    ...more,
  });
};

test('A currency that leaves the readings of the balance is missing, and the reading is asked for again', async () => {
  await load(reading('2026-11-01', { MYR: { balance: 12345 }, SGD: { balance: 0 } }));
  const lost = reading('2026-11-02', {});
  await load(lost);
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({
    state: 'missing',
    reason:
      "The gateway's balance at the end of 2 Nov 2026 does not list MYR; the reading before it had MYR 123.45. Run again to request it once more. If the gateway has closed it, waive the control (waivers).",
  });
  expect(await inputOn('2026-11-02', 'balance', 'SGD')).toMatchObject({ state: 'covered' });
  expect(await unusable()).toEqual([lost.receipt_id]);
  await load(reading('2026-11-02', { MYR: { balance: 0 } }));
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({ state: 'covered' });
});

test('A currency in which money moved is missing from a balance that never named it', async () => {
  const statement = (paid: string) =>
    landed(`ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\np1,purchase,R-1,SGD,5.00,0.10,paid,${paid}\n`, {
      kind: 'statement',
      ...days('2026-11-02'),
      currency: 'SGD',
    });
  await load(reading('2026-11-01', { MYR: { balance: 1 } }));
  const closing = reading('2026-11-02', { MYR: { balance: 1 } });
  await load(closing);
  expect(await inputOn('2026-11-02', 'balance', 'SGD')).toMatchObject({ state: 'covered' });
  await load(statement('2026-11-02 09:00:00'));
  expect(await inputOn('2026-11-02', 'balance', 'SGD')).toMatchObject({
    state: 'missing',
    reason: expect.stringMatching(
      /^The gateway's balance at the end of 2 Nov 2026 does not list SGD; money had moved in this currency before\./,
    ),
  });
  expect(await unusable()).toEqual([closing.receipt_id]);
});

test('A rejected balance is missing at the end of one day and at the start of the next, until it is read again', async () => {
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'])
    await load(reading(day, { MYR: { balance: day === '2026-11-01' ? 'much' : 5 } }));
  const rejected = async () => {
    const counts: unknown[] = [];
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03'])
      counts.push((await inputOn(day, 'balance'))?.rejected);
    return counts;
  };
  expect(await rejected()).toEqual([1, 1, 0]);
  await load(reading('2026-11-02', { MYR: { balance: 6 } }));
  expect(await rejected()).toEqual([1, 1, 0]);
  await load(reading('2026-11-01', { MYR: { balance: 5 } }));
  expect(await rejected()).toEqual([0, 0, 0]);
});

test('A balance that was read before the instant that it is for covers no day', async () => {
  // the reading of a day is that at its end
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03'])
    await load(
      reading(day, { MYR: { balance: 5 } }, day === '2026-11-02' ? { received_at: '2026-11-02T15:59:59.000Z' } : {}),
    );
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({ state: 'missing' });
  expect(await inputOn('2026-11-03', 'balance')).toMatchObject({ state: 'missing' });
  await load(reading('2026-11-02', { MYR: { balance: 5 } }));
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({ state: 'covered' });
  expect(await inputOn('2026-11-03', 'balance')).toMatchObject({ state: 'covered' });
});

test('Only the answer that there is no balance frees a company of it, and only where there never was one', async () => {
  const notOffered = { failure: failure('BALANCE_NOT_OFFERED') };
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({ state: 'missing' });
  await load(reading('2026-11-01', {}, { failure: failure('GATEWAY_FAILED') }));
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({
    state: 'missing',
    reason: expect.stringContaining('The payout service answered 500. Run again later.'),
  });
  await load(reading('2026-11-01', {}, notOffered));
  expect(await inputOn('2026-11-02', 'balance')).toBeUndefined();
  await load(reading('2026-11-01', { MYR: { balance: 5 } }));
  await load(reading('2026-11-02', {}, notOffered));
  expect(await inputOn('2026-11-02', 'balance')).toMatchObject({ state: 'missing' });
});

test('What the specification does not name is counted by receipt', async () => {
  await load(
    list('accounts', '2026-11-03', [
      { ...account, mood: 'good' },
      { ...account, id: 9, status: 'asleep', mood: 1 },
    ]),
  );
  expect(
    await acme.rows(
      'select kind, record, field, value, seen_count::integer as seen from mart.unexpected order by field',
    ),
  ).toEqual([
    { kind: 'accounts', record: 'payout account', field: 'mood', value: null, seen: 2 },
    { kind: 'accounts', record: 'payout account', field: 'status', value: 'asleep', seen: 1 },
  ]);
});

test('Columns, types, statuses, methods, products and flows that the specification does not name are counted', async () => {
  const lines = [
    'p1,purchase,R-1,MYR,5.00,0.10,paid,2026-11-02 09:00:00,a,FPX B2B1,purchase,api',
    'p2,donation,R-2,MYR,5.00,0.10,dreaming,,b,barter,gift,by_hand',
    'p3,purchase,R-3,MYR,5.00,0.10,paid,2026-11-02 09:00:00,c,barter,,',
    'p4,custom_payment,R-4,MYR,-5.00,0.00,paid,2026-11-02 10:00:00,c,bank_transfer,,',
  ];
  await load(
    landed(
      `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Mood,Payment Method,Product,Flow\n${lines.join('\n')}\n`,
      { kind: 'statement', ...days('2026-11-02') },
    ),
  );
  expect(
    await acme.rows(
      'select record, field, value, seen_count::integer as seen from mart.unexpected order by lower(field)',
    ),
  ).toEqual([
    { record: 'statement line', field: 'flow', value: 'by_hand', seen: 1 },
    { record: 'statement line', field: 'Mood', value: null, seen: 4 },
    { record: 'statement line', field: 'payment_method', value: 'barter', seen: 2 },
    { record: 'statement line', field: 'product', value: 'gift', seen: 1 },
    { record: 'statement line', field: 'status', value: 'dreaming', seen: 1 },
    { record: 'statement line', field: 'type', value: 'donation', seen: 1 },
  ]);
});

const asked = () =>
  acme.derived(
    'select request_count::integer as request_count, next_attempt_at from core.request_retry order by receipt_id desc limit 1',
  );
const quarantined = () => acme.mart('from mart.quarantine order by receipt_id');

/** An answer about the turnover of 2 November. */
const turnover = (content: string, received_at: string, more: Partial<LandedFile> = {}) =>
  landed(content, { kind: 'turnover', request_path: '/turnover/', received_at, ...days('2026-11-02'), ...more });

/** The refused receipts that a run at this time does not ask for again; those after `before` are of that run. */
async function later(now: string, before = 1_000_000) {
  await derive(acme.connection);
  const period = periodOf('2026-11-01', '2026-11-05');
  return (await askedAgain(acme.warehouse, period, { before, now: Temporal.Instant.from(now) })).later;
}

/** Loads one that the warehouse refuses, or that did not arrive. */
async function refusedTurnover(received_at: string, more: Partial<LandedFile> = {}) {
  const file = turnover('{', received_at, more);
  expect(await load(file)).toMatchObject({ status: 'refused' });
  return file.receipt_id;
}

test('What is refused is asked again six times, with growing pauses, and the reason says so', async () => {
  const time = (hours: number) => new Date(Date.UTC(2026, 10, 3) + hours * 3_600_000).toISOString();
  const pauses = [0, 0.25, 1, 4, 24, undefined];
  const ids: number[] = [];
  for (const [at, pause] of pauses.entries()) {
    ids.push(await refusedTurnover(time(at * 24)));
    const next = pause === undefined ? null : time(at * 24 + pause);
    expect(await asked()).toEqual([{ request_count: at + 1, next_attempt_at: next }]);
    // what did not arrive is asked for by each run, and not counted
    await refusedTurnover(time(at * 24 + 1), { failure: failure('GATEWAY_FAILED') });
    expect(await asked()).toEqual([{ request_count: at + 1, next_attempt_at: next }]);
    const { reason } = at === 3 || at === 5 ? ((await inputOn('2026-11-02', 'turnover')) ?? {}) : {};
    if (at === 3)
      expect(reason).toContain(
        'It was requested 4 times; a run after 6 Nov 2026 12:00 requests it again. To request it at once: tieout run --refresh.',
      );
    if (at === 5)
      expect(reason).toContain(
        'It was requested 6 times and is not requested again. Ask the operator of the service, then: tieout run --refresh.',
      );
  }
  expect(await later('9999-01-01T00:00:00Z')).toEqual(new Set(ids));
  const [first] = await quarantined();
  expect(first).toMatchObject({
    kind: 'turnover',
    reason_code: 'ANSWER_NOT_JSON',
    byte_count: 1n,
    request_count: 6n,
    next_attempt_at: null,
    is_replaced: false,
    reason: expect.stringMatching(/\.$/),
    what_to_do: expect.stringMatching(/./),
  });
  const notArrived = {
    reason: 'The payout service answered 500.',
    what_to_do: 'Run again later.',
    request_count: null,
  };
  expect((await quarantined())[1]).toMatchObject({ reason_code: 'GATEWAY_FAILED', ...notArrived });
  const side = { turnover: 0, fee_sell: 0, count: { all: 0 } };
  await load(turnover(JSON.stringify({ incoming: side, outgoing: side }), time(200)));
  expect(await asked()).toEqual([]);
  const kept = await quarantined();
  expect(kept.length).toBe(12);
  expect(
    kept.filter(({ is_replaced: isReplaced, request_count: count }) => isReplaced !== true || count !== null),
  ).toEqual([]);
});

test('What was refused is not asked again by the run that received it, nor before its time', async () => {
  const first = await refusedTurnover('2026-11-03T00:00:00.000Z');
  expect((await inputOn('2026-11-02', 'turnover'))?.reason).not.toContain('It was asked');
  expect(await later('2026-11-03T00:00:00Z', first - 1)).toEqual(new Set([first]));
  expect(await later('2026-11-03T00:00:00Z', first)).toEqual(new Set());
  const second = await refusedTurnover('2026-11-03T00:01:00.000Z');
  expect(await later('2026-11-03T00:15:59Z', second)).toEqual(new Set([first, second]));
  expect(await later('2026-11-03T00:16:00Z', second)).toEqual(new Set());
});

test('A list with a rejected record is asked again later as a whole', async () => {
  const ids: number[] = [];
  for (const hour of ['01', '02']) {
    const more = { batch_id: `at ${hour}`, received_at: `2026-11-04T${hour}:00:00.000Z` };
    const one = list('bank_accounts', '2026-11-04', [recipientRecord], { ...more, page: 1, is_last_page: false });
    const two = list('bank_accounts', '2026-11-04', [{ ...without, id: 9 }], { ...more, page: 2 });
    for (const file of [one, two]) {
      await load(file);
      ids.push(file.receipt_id);
    }
  }
  expect(await later('2026-11-04T02:10:00Z')).toEqual(new Set(ids));
});
