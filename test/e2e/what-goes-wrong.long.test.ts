import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultRule } from '../../sandbox/src/faults/fault.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const day = until.toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 4, until: day, ordersPerDay: 15, breaks: 'none' });
});
afterEach(() => sandbox.faults.cancel());
afterAll(() => sandbox.close());

const run = (path: string, env: Record<string, string>) =>
  tieout(['--quiet', '--config', path, 'run', '--date', day], env);

describe('an error is reported once, with a remedy', () => {
  test('a wrong gateway key', async () => {
    const { path, env } = givenConfig(sandbox);
    const { status, err } = await run(path, { ...env, T_GATEWAY_KEY: 'sk_wrong_key_123456' });
    expect(status).toBe(4);
    expect(err).toMatch(/^error GATEWAY_KEY_REFUSED: The payment gateway answered 401/);
    expect(err).toContain('next:');
    expect(err).not.toContain('sk_wrong_key_123456');
    expect(err.match(/error /g)).toHaveLength(1);
  });

  test('a wrong payout secret', async () => {
    const { path, env } = givenConfig(sandbox);
    const { status, err } = await run(path, { ...env, T_PAYOUT_SECRET: 'not-the-secret-1234' });
    expect(status).toBe(4);
    expect(err).toMatch(/^error PAYOUT_KEY_REFUSED/);
    expect(err).not.toContain('not-the-secret-1234');
  });

  const cases: [string, FaultRule[], RegExp][] = [
    [
      'a clock that is 95 s off',
      [{ service: 'payout', times: null, effect: { kind: 'skew_clock', seconds: -95 } }],
      /CLOCK_WRONG: This machine's clock is 9[4-6] s ahead of/,
    ],
    [
      'a web page in place of the file',
      [{ service: 'gateway', path: '/downloads/*', times: null, effect: { kind: 'html' } }],
      /FILE_NOT_A_TABLE: .*received a web page/,
    ],
    [
      'a file cut off on the way',
      [{ service: 'gateway', path: '/downloads/*', times: null, effect: { kind: 'cut_off' } }],
      /DOWNLOAD_TRUNCATED/,
    ],
    [
      'a download link that has expired',
      [{ service: 'gateway', path: '/downloads/*', times: null, effect: { kind: 'download_expired' } }],
      /DOWNLOAD_REFUSED: The download link no longer works/,
    ],
  ];
  test.each(cases)('%s', async (_title, orders, expected) => {
    for (const order of orders) sandbox.faults.order(order);
    const { path, folder, env } = givenConfig(sandbox);
    const { status, err, out } = await run(path, env);
    expect(status).toBe(4);
    expect(err).toMatch(expected);
    expect(err.match(/^error /gm)).toHaveLength(1);
    expect(err).not.toMatch(/\n\s+at /);
    // the other inputs are loaded, and the day is incomplete
    expect(out).toContain('incomplete');
    expect(out).not.toMatch(/ reconciled /);
    expect(existsSync(join(folder, 'data', 'reports', day, 'acme', 'acme.xlsx'))).toBe(true);
  });

  test('responses of 503 and 429 are retried after a pause', async () => {
    sandbox.faults.order({
      service: 'gateway',
      path: '/account/json/turnover',
      times: 2,
      effect: { kind: 'status', status: 503 },
    });
    sandbox.faults.order({
      service: 'payout',
      path: '/send/send_limits',
      times: 1,
      effect: { kind: 'status', status: 429, retry_after: 1 },
    });
    const { path, env } = givenConfig(sandbox);
    const { status, err } = await run(path, env);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  test('pages that change during reading lose and duplicate nothing', async () => {
    sandbox.faults.order({ service: 'payout', path: '/send/send_limits', times: 1, effect: { kind: 'shift_pages' } });
    const { path, env } = givenConfig(sandbox);
    expect(await run(path, env)).toMatchObject({ status: 0, err: '' });
  });
});

describe('an imported statement', () => {
  const header = 'Type,Reference Nr.,Amount,Fee,Status,Paid On,Settled On,Description';
  const importing = (path: string, file: string) => tieout(['--quiet', '--config', path, 'import', 'statement', file]);
  const written = (folder: string, name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  test('is loaded and reported, and its rejected rows are listed with line and reason', async () => {
    const { path, folder } = givenConfig(sandbox, { currencies: ['MYR'] });
    const file = written(
      folder,
      'may.csv',
      `Statement for May\n\n${header}\npurchase,A-1,"RM 1,234.50",1.00,paid,${day} 10:00:00,,\npurchase,A-2,ten,1.00,paid,${day} 11:00:00,,\n`,
    );
    const { status, out, err } = await importing(path, file);
    expect(err).toBe('');
    expect(status).toBe(4);
    expect(out).toMatch(/\d+ rows? rejected/);
    const asked = await tieout(['--config', path, '--quiet', 'sql', 'select line_no, reason from mart.rejected_row']);
    expect(asked.out).toContain('5  The amount "ten" is not a valid amount in MYR.');
    const sums = await tieout([
      '--config',
      path,
      '--quiet',
      'sql',
      'select sum(amount)::text as total from core.payment_now',
    ]);
    expect(sums.out).toContain('1234.5000');
    const again = await importing(path, file);
    expect(again.out).toContain(`${file} was received before, at `);
    const afterFirstLine = (text: string) => text.slice(text.indexOf('\n'));
    expect(afterFirstLine(again.out)).toBe(afterFirstLine(out));
  });

  test('with days far apart runs only the days that have lines, and a line of 1925 leaves nothing behind', async () => {
    const { path, folder } = givenConfig(sandbox, { currencies: ['MYR'] });
    const lines = [`${day} 10:00:00`, '2019-03-05 10:00:00', '1925-03-05 10:00:00'].map(
      (paid, index) => `purchase,B-${index},10.00,1.00,paid,${paid},,`,
    );
    const file = written(folder, 'apart.csv', `${header}\n${lines.join('\n')}\n`);
    const { status, out, err } = await tieout(['-q', '--json', '--config', path, 'import', 'statement', file]);
    expect(err).toBe('');
    expect(status).toBe(4);
    const { imported, verdicts } = z
      .object({
        imported: z.looseObject({ reconciled: z.array(z.string()), rejected_rows: z.array(z.looseObject({})) }),
        verdicts: z.array(z.looseObject({ business_date: z.string() })),
      })
      .parse(JSON.parse(out));
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

  test.each([
    [
      'a currency that is not known',
      'x.csv',
      `${header},Currency\npurchase,A,1.00,0.1,paid,2026-11-02 10:00:00,,,XXQ\n`,
      'STATEMENT_HAS_NO_DAY',
      4,
    ],
  ])('%s is rejected, and nothing of it is loaded', async (_title, name, text, code, expected) => {
    const { path, folder } = givenConfig(sandbox, { currencies: ['MYR'] });
    const { status, err } = await importing(path, written(folder, name, text));
    expect(err).toContain(`error ${code}`);
    expect(status).toBe(expected);
  });
});
