import { describe, expect, it } from 'vitest';
import { bankAccountMove } from '../../src/admin/payout-routes.ts';
import { approvalDeadline } from '../../src/payout/calendar.ts';
import { HOUR, instruction, START, startPayout } from '../payout-harness.ts';
import { errorRecord } from '../payout-records.ts';

const STAGING = { mode: 'staging', newerRequestExpiresOlder: false } as const;

describe('payout-service.md › Limits', () => {
  it('epoch tolerance: 30 seconds, every request, reads and writes', async () => {
    const payout = await startPayout();
    const headers = payout.signed();
    const statuses = async () => {
      const read = await payout.send('GET', '/send/accounts', headers);
      const write = await payout.send('POST', '/send/groups', headers, { name: 'g' });
      return [read.status, write.status];
    };
    payout.clock.at = START + 30_999; // still 30 whole seconds
    expect(await statuses()).toEqual([200, 200]);
    payout.clock.at = START + 31_000;
    expect(await statuses()).toEqual([401, 401]);
  });

  it('rejection_reason length: at most 65535 characters', async () => {
    const move = (length: number) =>
      bankAccountMove.safeParse({ status: 'rejected', rejection_reason: 'r'.repeat(length) });
    expect([move(65_535).success, move(65_536).success]).toEqual([true, false]);
  });

  it('bank account name and reference length: 1 to 65535 characters, counted as such', async () => {
    const payout = await startPayout();
    const body = { account_number: '1', bank_code: 'MBBEMYKL', name: 'é'.repeat(65_535), reference: 'r' };
    expect((await payout.post('/send/bank_accounts', body)).status).toBe(200);
    expect((await payout.post('/send/bank_accounts', { ...body, account_number: '2', name: '' })).status).toBe(400);
  });

  it('approval deadline: 12 PM MYT on the day after, across a month end, a year end and a leap day', () => {
    const deadline = (at: string) => new Date(approvalDeadline(Date.parse(at), 'noon_on_the_day_after')).toISOString();
    expect(deadline('2026-10-31T15:59:59Z')).toBe('2026-11-01T04:00:00.000Z');
    expect(deadline('2026-10-31T16:00:00Z')).toBe('2026-11-02T04:00:00.000Z'); // already 1 November in Malaysia
    expect(deadline('2026-12-31T02:00:00Z')).toBe('2027-01-01T04:00:00.000Z');
    expect(deadline('2028-02-28T02:00:00Z')).toBe('2028-02-29T04:00:00.000Z');
  });

  it('staging: the convertible amount is fixed at MYR 1,000.00', async () => {
    const payout = await startPayout({ choices: STAGING });
    const convertible = async () => (await payout.accounts()).results[0]?.convertible_balance_from_statement;
    expect(await convertible()).toBe(1000);
    await payout.fund(400);
    expect(await convertible()).toBe(1000);
    const answer = await payout.post('/send/send_limits', { amount: 1000.01 });
    expect(errorRecord.parse(answer.body).message).toBe('Insufficient convertible balance');
  });

  it('staging: a daily limit of 1,000, counted by the day in Malaysia', async () => {
    const payout = await startPayout({ choices: STAGING });
    await payout.fund(600);
    const answer = await payout.post('/send/send_limits', { amount: 400.01 });
    expect([answer.status, errorRecord.parse(answer.body).message]).toEqual([422, 'Daily limit exceeded']);
    await payout.ask(400);
    payout.clock.at = Date.parse('2026-10-14T16:00:00Z');
    expect((await payout.ask(1000)).status).toBe('pending');
  });

  it('production: no cap per request or per day', async () => {
    const payout = await startPayout({ settlementOn: () => 900_000_000_00n });
    for (const amount of [400_000_000.01, 499_999_999.99]) await payout.fund(amount);
    expect((await payout.accounts()).results[0]?.current_balance).toBe(900_000_000);
  });

  it('rate limits: off by default', async () => {
    const payout = await startPayout();
    for (let n = 0; n < 70; n += 1) expect((await payout.get('/send/send_limits/1')).status).toBe(404);
  });

  it('rate limits: per five minutes, each its own allowance; 429 with Retry-After beyond it', async () => {
    const payout = await startPayout({ choices: { rateLimits: true } });
    const allowances = [
      ['GET', '/send/send_instructions/1', 100],
      ['GET', '/send/bank_accounts/1', 60],
      ['GET', '/send/send_limits/1', 60],
      ['POST', '/send/send_limits/1/resend_approval_requests', 30],
      ['GET', '/send/groups/1', 300],
    ] as const;
    payout.clock.at = START + 100_000; // 100 s into a window of 300
    for (const [method, path, allowed] of allowances) {
      const within = await Promise.all(Array.from({ length: allowed }, () => payout.call(method, path)));
      expect(new Set(within.map(({ status }) => status))).toEqual(new Set([404]));
      const answer = await payout.call(method, path);
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([429, '200']);
      expect(errorRecord.parse(answer.body).code).toBe(429);
    }
    payout.clock.at += 200_000;
    expect((await payout.get('/send/send_limits/1')).status).toBe(404);
  });

  it('hour of the cache: a clock that is set back does not keep an old list', async () => {
    const payout = await startPayout({ choices: { mode: 'staging' } });
    await payout.fund(50);
    const recipientId = await payout.recipient();
    await payout.get('/send/send_instructions');
    await payout.post('/send/send_instructions', instruction(recipientId, '1.00'));
    payout.clock.at -= HOUR / 4;
    expect((await payout.get('/send/send_instructions')).text).toContain('PO-1.00');
  });
});
