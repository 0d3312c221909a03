import { describe, expect } from 'vitest';
import { bankAccountMove } from '../../src/admin/payout-routes.ts';
import { approvalDeadline } from '../../src/payout/calendar.ts';
import { START } from '../harness.ts';
import { it, refusal, startPayout } from '../payout-harness.ts';
import { errorRecord } from '../payout-records.ts';

const STAGING = { mode: 'staging', newerRequestExpiresOlder: false } as const;

describe('payout-service.md › Limits', () => {
  it('epoch tolerance: a signature holds for 30 whole seconds', async () => {
    const { signed, send, clock } = await startPayout();
    const headers = signed();
    clock.at = START + 30_999;
    expect((await send('GET', '/send/accounts', headers)).status).toBe(200);
    clock.at = START + 31_000;
    expect((await send('GET', '/send/accounts', headers)).status).toBe(401);
  });

  it('rejection_reason length: at most 65535 characters', () => {
    const move = (length: number) =>
      bankAccountMove.safeParse({ status: 'rejected', rejection_reason: 'r'.repeat(length) });
    expect([move(65_535).success, move(65_536).success]).toEqual([true, false]);
  });

  it.for([
    ['a month end', '2026-10-31T15:59:59Z', '2026-11-01T04:00:00.000Z'],
    ['1 November in Malaysia', '2026-10-31T16:00:00Z', '2026-11-02T04:00:00.000Z'],
    ['a year end', '2026-12-31T02:00:00Z', '2027-01-01T04:00:00.000Z'],
    ['a leap day', '2028-02-28T02:00:00Z', '2028-02-29T04:00:00.000Z'],
  ] as const)('approval deadline: 12 PM MYT on the day after, across %s', ([, at, deadline]) => {
    expect(new Date(approvalDeadline(Date.parse(at), 'noon_on_the_day_after')).toISOString()).toBe(deadline);
  });

  it('staging: the convertible amount is fixed at MYR 1,000.00', async () => {
    const { account, fund, post } = await startPayout({ choices: STAGING });
    expect((await account()).convertible_balance_from_statement).toBe(1000);
    await fund(400);
    expect((await account()).convertible_balance_from_statement).toBe(1000);
    const answer = await post('/send/send_limits', { amount: 1000.01 });
    expect(answer).toMatchObject(refusal(422, 'Insufficient convertible balance'));
  });

  it('staging: a daily limit of 1,000, counted by the day in Malaysia', async () => {
    const { fund, post, ask, clock } = await startPayout({ choices: STAGING });
    await fund(600);
    const answer = await post('/send/send_limits', { amount: 400.01 });
    expect(answer).toMatchObject(refusal(422, 'Daily limit exceeded'));
    await ask(400);
    clock.at = Date.parse('2026-10-14T16:00:00Z');
    expect((await ask(1000)).status).toBe('pending');
  });

  it('production: no cap per request or per day', async () => {
    const { fund, account } = await startPayout({ settlementOn: () => 900_000_000_00n });
    for (const amount of [400_000_000.01, 499_999_999.99]) await fund(amount);
    expect((await account()).current_balance).toBe(900_000_000);
  });

  it('rate limits: off by default', async ({ payout: { get } }) => {
    for (let n = 0; n < 70; n += 1) expect((await get('/send/send_limits/1')).status).toBe(404);
  });

  it.for([
    ['GET', '/send/send_instructions/1', 100],
    ['GET', '/send/bank_accounts/1', 60],
    ['GET', '/send/send_limits/1', 60],
    ['POST', '/send/send_limits/1/resend_approval_requests', 30],
    ['GET', '/send/groups/1', 300],
  ] as const)(
    'rate limits: %s %s %i times in five minutes; 429 with Retry-After beyond it',
    async ([method, path, allowed]) => {
      const { call, clock } = await startPayout({ choices: { rateLimits: true } });
      clock.at = START + 100_000; // 100 s into a window of 300
      const within = await Promise.all(Array.from({ length: allowed }, () => call(method, path)));
      expect(new Set(within.map(({ status }) => status))).toEqual(new Set([404]));
      const answer = await call(method, path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '200']);
      expect(errorRecord.parse(answer.body).code).toBe(429);
      clock.at += 200_000;
      expect((await call(method, path)).status).toBe(404);
    },
  );
});
