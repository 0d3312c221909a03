import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { askedAgain } from '../../src/pipeline/run-company.ts';
import { derive } from '../../src/warehouse/derive.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { judgeOnly } from '../given/judged.ts';
import { landed } from '../given/landed.ts';
import { page, recipient } from '../given/payout-records.ts';
import { days, givenFreshRules } from '../given/rules.ts';

/*
 * Answers that arrived and loaded, and do not satisfy the need of the day: they are asked again by the rule for refused ones
 * (refused-answers.test.ts), at once, then after growing pauses, after the sixth answer no more.
 */
const acme = givenFreshRules();

const load = (file: LandedFile) => acme.load(file);
const day = '2026-11-02';
const ofDay = days(day);
const edges = { from: ofDay.window_from, to: ofDay.window_to };
/** On 4 November, so many minutes after midnight UTC. */
const time = (minutes: number) => new Date(Date.UTC(2026, 10, 4) + minutes * 60_000).toISOString();
const minutes = (at: unknown) => (typeof at === 'string' ? (Date.parse(at) - Date.UTC(2026, 10, 4)) / 60_000 : at);

/** The note makes another answer of the same figures. */
const turnover = (sum: number, at: string, note = 0, more: Partial<LandedFile> = {}) => {
  const outgoing = { turnover: 0, fee_sell: 0, count: { all: 0 } };
  const incoming = { turnover: sum, fee_sell: 10, count: { all: 1 } };
  const facts = { kind: 'turnover', request_path: '/turnover/', received_at: at, ...ofDay, ...more };
  return landed(JSON.stringify({ incoming, outgoing, note }), facts);
};
const statement = (amount: string, at: string) =>
  landed(
    `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\np1,purchase,R-1,MYR,${amount},0.10,paid,2026-11-02 09:00:00\n`,
    { kind: 'statement', request_path: '/company_statements/1/', received_at: at, ...ofDay },
  );
/** The same statement twice is believed. */
async function believedStatement() {
  for (const minutesBefore of [10, 5]) await load(statement('5.00', time(-minutesBefore)));
}
const balance = (content: object, at: string, instant = edges.to) =>
  landed(JSON.stringify(content), {
    ...{ kind: 'balance', request_path: '/balance/', received_at: at },
    ...{ window_from: instant, window_to: instant },
  });
const recipientRecord = recipient(8);
const { account_number: _, ...without } = recipientRecord;
const list = (results: object[], at: string, more: Partial<LandedFile> = {}) => {
  const facts = { kind: 'bank_accounts', batch_id: `at ${at}`, request_path: '/send/bank_accounts', received_at: at };
  return landed(page(results), { ...facts, ...more });
};

/** Judges the day by this control, as a run does: its number is that of a mark after what was received. */
const judge = () =>
  judgeOnly(acme.connection, ['statement_to_turnover'], {
    period: periodOf(day, '2026-11-03'),
    runId: landed('', { kind: 'run' }).receipt_id,
  });

async function inputOn(input: string) {
  const [row] = await acme.derived(
    `select state, reason from recon.input_day($day::date, $day::date + 1) where input = $input`,
    { day, input },
  );
  return row;
}

/** What the control of statement and turnover, and the verdict of the day, say. */
async function said() {
  const [row] = await acme.rows(`select control.state, control.reason as control, verdict.reason as verdict
     from mart.control as control
     inner join mart.verdict as verdict using (company, currency, business_date)
     where control.control = 'statement_to_turnover'`);
  return row;
}

/** How often was asked and when is asked next, of a kind. */
const asked = async (kind: string) =>
  (
    await acme.derived(
      `select distinct request_count::integer as request_count, next_attempt_at from core.request_retry where kind = $kind`,
      { kind },
    )
  ).map((row) => ({ count: row.request_count, next: minutes(row.next_attempt_at) }));

/** The receipts for which a run at this time asks: those that do not count as received. */
async function askedFor(now: string) {
  const period = periodOf(day, '2026-11-03');
  await derive(acme.connection);
  const { unusable, later } = await askedAgain(acme.warehouse, period, {
    before: 1_000_000,
    now: Temporal.Instant.from(now),
  });
  return [...unusable].filter((id) => !later.has(id)).sort((a, b) => a - b);
}

const pauses = [0, 15, 60, 240, 1440, null];
/** A list is read again the next day for that day. */
const pausesOfList = [0, 15, 60, 240, null];

type Answer = (at: string, no: number) => LandedFile;
type Check = (no: number) => Promise<void>;
const receiveSix = (kind: string, answer: Answer, check?: Check) => receiveAnswers(kind, pauses, answer, check);
const receiveFive = (kind: string, answer: Answer, check?: Check) => receiveAnswers(kind, pausesOfList, answer, check);

/**
 * Receives answers an hour apart: the pauses grow, and after the last one it is not asked again. Asked is after the first, the third and
 * the last one: refused-answers.test.ts is about each pause.
 */
async function receiveAnswers(kind: string, after: readonly (number | null)[], answer: Answer, check?: Check) {
  const ids: number[] = [];
  for (const [no, pause] of after.entries()) {
    const file = answer(time(no * 60), no);
    await load(file);
    ids.push(file.receipt_id);
    await check?.(no);
    if (no !== 0 && no !== 2 && pause !== null) continue;
    const next = pause === null ? null : no * 60 + pause;
    expect(await asked(kind)).toEqual([{ count: no + 1, next }]);
    expect(await askedFor(time(no * 60))).toEqual(no === 0 ? ids : []);
    expect(await askedFor(time(no * 60 + (pause ?? 1_000_000)))).toEqual(pause === null ? [] : ids);
  }
}

const threeTimes =
  /It was requested 3 times; a run after .+ requests it again\. To request it at once: tieout run --refresh\.$/;
const notAgain =
  'It was requested 6 times and is not requested again. Ask the operator of the service, then: tieout run --refresh.';

test('A list of which a page is missing, and nothing was refused, is asked again five times a day', async () => {
  const kind = 'send_limits';
  const cut: Answer = (at) => list([], at, { kind, page: 2 });
  await receiveFive(kind, cut, async (no) => {
    if (no === 2) expect((await inputOn('payout_movements'))?.reason).toMatch(threeTimes);
  });
  expect(await inputOn('payout_movements')).toMatchObject({
    state: 'missing',
    reason: expect.stringContaining(`A page of the list is missing. ${notAgain.replace('6', '5')}`),
  });
  // nothing was refused
  expect(await acme.mart('from mart.quarantine')).toEqual([]);
  await load(list([], time(400), { kind, page: 2, batch_id: 'late' }));
  await load(list([], time(401), { kind, page: 1, is_last_page: false, batch_id: 'late' }));
  expect(await inputOn('payout_movements')).toMatchObject({ state: 'covered', reason: null });
  expect(await asked(kind)).toEqual([]);
});

test('A list without a page does not end the counting of one with a rejected record', async () => {
  await load(list([without], time(0)));
  await load(list([recipientRecord], time(60), { page: 2 }));
  expect(await asked('bank_accounts')).toEqual([{ count: 2, next: 75 }]);
});

test('A list that changes in every reading is asked again five times a day', async () => {
  const failure = {
    code: 'PAYOUT_LIST_UNSTABLE',
    message: 'The list changed.',
    remedy: 'Run again at a quieter time.',
  };
  await receiveFive('bank_accounts', (at) => list([], at, { is_last_page: false, failure }));
  expect((await inputOn('recipients'))?.reason).toContain(
    `The list changed. Run again at a quieter time (and 4 more). ${notAgain.replace('6', '5')}`,
  );
});

test('A list with a rejected record is counted also where the same page comes again', async () => {
  await receiveFive('bank_accounts', (at) => list([without], at));
  await load(list([recipientRecord], time(400)));
  expect(await asked('bank_accounts')).toEqual([]);
});

test('The reason of an input with a rejected record says when it is asked again', async () => {
  const bad: Answer = (at) => landed('[]', { kind: 'turnover', request_path: '/turnover/', received_at: at, ...ofDay });
  await receiveSix('turnover', bad, async (no) => {
    if (no === 2) expect((await inputOn('turnover'))?.reason).toMatch(threeTimes);
  });
  expect((await inputOn('turnover'))?.reason).toContain(notAgain);
});

test('A statement that is not requested again stays so where the answer to its request was refused as well', async () => {
  for (const no of [0, 1, 2, 3, 4, 5]) await load(statement(`x${no}`, time(no * 60)));
  const request = landed('{', {
    kind: 'statement_request',
    request_path: '/company_statements/',
    received_at: time(310),
    ...ofDay,
  });
  await load(request);
  expect(await asked('statement')).toEqual([{ count: 6, next: null }]);
  expect(await asked('statement_request')).toEqual([{ count: 1, next: 310 }]);
  expect(await askedFor(time(1_000_000))).toEqual([request.receipt_id]);
});

test('A statement that a person imports replaces the rejected rows of a requested one, on the days that it covers', async () => {
  const [first, last] = [days('2026-11-01').window_from, ofDay.window_to];
  await load({ ...statement('x', time(0)), window_from: first, window_to: last });
  const rejected = () =>
    acme.derived("select strftime(business_date, '%-d') as day from core.rejected_day order by all");
  expect(await rejected()).toEqual([{ day: '2' }]);
  const content =
    'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\np1,purchase,R-1,MYR,5.00,0.10,paid,2026-11-02 09:00:00\n';
  await load(
    landed(content, { kind: 'statement', currency: 'MYR', received_at: time(60), page: null, is_last_page: null }),
  );
  expect(await rejected()).toEqual([{ day: '2' }]);
  await acme.declareWhole(content, 'statement', day, day);
  expect(await rejected()).toEqual([]);
});

test('What to do about a rejected record of a list is not to wait for a run that does not ask', async () => {
  const advice = async () => {
    await acme.judge(['beneficiaries'], day, '2026-11-03');
    return (
      await acme.rows(
        `select distinct what_to_do from mart.control where input = 'recipients' and what_to_do is not null`,
      )
    ).map(({ what_to_do: text }) => text);
  };
  for (const kind of ['accounts', 'send_limits', 'send_instructions']) await load(list([], time(-20), { kind }));
  await load(list([recipientRecord], time(-10)));
  await load(list([without], time(0)));
  expect(await advice()).toEqual([
    'Ask the service to correct the rejected records. The next run asks for them again.',
  ]);
  for (const no of [1, 2, 3, 4, 5]) await load(list([{ ...without, no }], time(no * 60)));
  expect(await advice()).toEqual([`Ask the service to correct the rejected records. ${notAgain}`]);
});

test.each([
  ['the same', () => ({})],
  ['another', (no: number) => ({ SGD: { balance: no } })],
])('A balance that lost a currency is asked again six times: %s answer', async (_, content) => {
  await load(balance({ MYR: { balance: 12345 }, SGD: { balance: 0 } }, time(-10), edges.from));
  const lost: Answer = (at, no) => balance(content(no), at);
  await receiveSix('balance', lost, async (no) => {
    if (no === 0)
      expect((await inputOn('balance'))?.reason).toContain(
        'had MYR 123.45. Run again to request it once more. If the gateway',
      );
    if (no === 2)
      expect((await inputOn('balance'))?.reason).toContain('had MYR 123.45. It was requested 3 times; a run ');
  });
  expect((await inputOn('balance'))?.reason).toContain(`had MYR 123.45. ${notAgain} If the gateway has closed it`);
  await load(balance({ MYR: { balance: 12345 } }, time(400)));
  expect(await inputOn('balance')).toMatchObject({ state: 'covered' });
  expect(await asked('balance')).toEqual([]);
});

test('The reason of a statement whose request was refused says when it is asked again', async () => {
  const request = (at: string) =>
    landed('{"id":', { kind: 'statement_request', received_at: at, request_path: '/', ...ofDay });
  for (const no of [0, 1, 2, 3, 4, 5]) {
    await load(request(time(no * 60)));
    await load(statement('5.00', time(no * 60 + 1)));
  }
  expect((await inputOn('statement'))?.reason).toMatch(
    /are unknown: .+ It was requested 6 times and is not requested again\./,
  );
});

test('An answer that differs each time and leaves a total out of balance is asked again six times', async () => {
  await believedStatement();
  const doubted: Answer = (at, no) => turnover(600 + no, at);
  await receiveSix('turnover', doubted, async (no) => {
    await judge();
    if (no === 0) expect((await said())?.control).toBe('Out of balance by MYR 1.00.');
  });
  const times = `Turnover: it was requested 6 times and is not requested again. Ask the operator of the service, then: tieout run --refresh.`;
  expect(await said()).toEqual({
    state: 'out_of_balance',
    control: `Out of balance by MYR 1.05. ${times}`,
    verdict: expect.stringContaining(times),
  });
  expect(await acme.mart('from mart.quarantine')).toEqual([]);
  await load(turnover(500, time(400)));
  await judge();
  expect(await said()).toEqual({
    state: 'balanced',
    control: 'In balance.',
    verdict: expect.not.stringContaining('asked'),
  });
  expect(await asked('turnover')).toEqual([]);
});

test('A total in doubt does not rest on answers for the days before and after', async () => {
  await believedStatement();
  await load(turnover(0, time(-4), 0, { window_from: '2026-10-31T16:00:00.000Z', window_to: edges.from }));
  await load(turnover(0, time(-3), 0, { window_from: edges.to, window_to: '2026-11-03T16:00:00.000Z' }));
  const doubted = turnover(600, time(0));
  await load(doubted);
  await judge();
  expect(await acme.rows('select receipt_id from core.doubted_answer')).toEqual([{ receipt_id: doubted.receipt_id }]);
});

test('The same answer twice is believed, and not asked again', async () => {
  await believedStatement();
  await load(turnover(600, time(0)));
  await load(turnover(600, time(1)));
  await judge();
  expect(await asked('turnover')).toEqual([]);
  expect(await askedFor(time(2))).toEqual([]);
});

test('Answers from before a total was out of balance are not counted', async () => {
  await load(statement('5.00', time(-10)));
  await load(turnover(500, time(-9)));
  await judge();
  // as --refresh does: the total is in balance, and the answer differs
  for (const no of [1, 2, 3, 4, 5]) await load(turnover(500, time(no), no));
  await judge();
  expect(await asked('turnover')).toEqual([]);
  const first = turnover(700, time(60));
  await load(first);
  await judge();
  expect(await asked('turnover')).toEqual([{ count: 1, next: 60 }]);
  expect(await askedFor(time(60))).toContain(first.receipt_id);
  // in balance, and out of balance once more: the counting begins again
  await load(turnover(800, time(61)));
  await judge();
  expect(await asked('turnover')).toEqual([{ count: 2, next: 76 }]);
  await load(turnover(500, time(62)));
  await judge();
  expect(await asked('turnover')).toEqual([]);
  await load(turnover(900, time(120)));
  await judge();
  expect(await asked('turnover')).toEqual([{ count: 1, next: 120 }]);
});

test('Refused answers and answers in doubt to the same question are counted together', async () => {
  await believedStatement();
  await load(turnover(600, time(0)));
  await judge();
  const refused = landed('{', { kind: 'turnover', request_path: '/turnover/', received_at: time(60), ...ofDay });
  await load(refused);
  expect(await asked('turnover')).toEqual([{ count: 2, next: 75 }]);
  expect(await acme.mart('select receipt_id from mart.quarantine')).toEqual([{ receipt_id: refused.receipt_id }]);
  await load(turnover(601, time(120)));
  await judge();
  expect(await asked('turnover')).toEqual([{ count: 3, next: 180 }]);
});
