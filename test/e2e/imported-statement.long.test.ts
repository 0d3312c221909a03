import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { daysAgo, givenSandbox, type Shop, shopAt } from '../given/shop.ts';

const day = daysAgo(1);
const sandbox = await givenSandbox({ days: 4, ordersPerDay: 15, breaks: 'none' });
afterEach(() => sandbox.faults.cancel());

const run = (shop: Shop) => shop.tieout('run', '--date', day);

describe('a service', () => {
  // every error of a service is in test/errors/fixtures, and every fault in test/e2e/faults-heal.long.test.ts
  test('whose download link has expired is named once, and the other inputs are loaded and reported', async () => {
    const effect = { kind: 'download_expired' } as const;
    sandbox.faults.order({ service: 'gateway', path: '/downloads/*', times: null, effect });
    const shop = shopAt(sandbox);
    const { status, err, out } = await run(shop);
    expect(status).toBe(4);
    expect(err).toMatch(/^error DOWNLOAD_REFUSED: The download link no longer works/);
    expect(err.match(/^error /gm)).toHaveLength(1);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toContain('incomplete');
    expect(out).not.toMatch(/ reconciled /);
    expect(existsSync(join(shop.reports(day), 'acme.xlsx'))).toBe(true);
  });

  test('that answers 503 and 429 is asked again after a pause, and pages that change during reading lose nothing', async () => {
    const turnover = { service: 'gateway', path: '/account/json/turnover' } as const;
    sandbox.faults.order({ ...turnover, times: 2, effect: { kind: 'status', status: 503 } });
    const allocations = { service: 'payout', path: '/send/send_limits' } as const;
    sandbox.faults.order({ ...allocations, times: 1, effect: { kind: 'status', status: 429, retry_after: 1 } });
    sandbox.faults.order({ ...allocations, times: 1, effect: { kind: 'shift_pages' } });
    expect(await run(shopAt(sandbox))).toMatchObject({ status: 0, err: '' });
  });
});

describe('an imported statement', () => {
  const header = 'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description';
  const given = (...lines: string[]) => {
    const shop = shopAt(sandbox, { currencies: ['MYR'] });
    shop.write('may.csv', lines.map((line) => `${line}\n`).join(''));
    return shop;
  };

  test('is loaded and reported, and its rejected rows are listed with line and reason', async () => {
    const shop = given(
      ...['Statement for May', '', header],
      `purchase,A-1,"RM 1,234.50",1.00,paid,${day} 10:00:00,,`,
      `purchase,A-2,ten,1.00,paid,${day} 11:00:00,,`,
    );
    const { status, out, err } = await shop.tieout('import', 'statement', 'may.csv');
    expect(err).toBe('');
    expect(status).toBe(4);
    expect(out).toMatch(/\d+ rows? rejected/);
    expect(await shop.rows('select line_no, reason from mart.rejected_row')).toEqual([
      { line_no: 5, reason: 'The amount "ten" is not a valid amount in MYR.' },
    ]);
    expect(await shop.rows('select sum(amount)::text as total from core.payment_now')).toEqual([
      { total: '1234.5000' },
    ]);
    const again = await shop.tieout('import', 'statement', 'may.csv');
    expect(again.out).toContain('may.csv was received before, at ');
    const afterFirstLine = (text: string) => text.slice(text.indexOf('\n'));
    expect(afterFirstLine(again.out)).toBe(afterFirstLine(out));
  });

  test('with days far apart runs only the days that have lines, and a line of 1925 leaves nothing behind', async () => {
    const paid = [`${day} 10:00:00`, '2019-03-05 10:00:00', '1925-03-05 10:00:00'];
    const shop = given(header, ...paid.map((at, index) => `purchase,B-${index},10.00,1.00,paid,${at},,`));
    const { status, out, err } = await shop.tieout('--json', 'import', 'statement', 'may.csv');
    expect(err).toBe('');
    expect(status).toBe(4);
    const form = z.object({ imported: z.unknown(), verdicts: z.array(z.object({ business_date: z.string() })) });
    const { imported, verdicts } = form.parse(JSON.parse(out));
    expect(imported).toMatchObject({
      status: 'loaded',
      format: 'csv',
      lines: 3,
      loaded: 2,
      rejected: 1,
      reconciled: ['2019-03-05', day],
      rejected_rows: [{ line: 4, code: 'date_implausible' }],
    });
    expect(verdicts.map((verdict) => verdict.business_date)).toEqual(['2019-03-05', day]);
  });

  test('in a currency that is not known is rejected, and nothing of it is loaded', async () => {
    const shop = given(`${header},Currency`, 'purchase,A,1.00,0.1,paid,2026-11-02 10:00:00,,,XXQ');
    expect(await shop.tieout('import', 'statement', 'may.csv')).toMatchObject({
      status: 4,
      err: expect.stringContaining('error STATEMENT_HAS_NO_DAY'),
    });
  });
});
