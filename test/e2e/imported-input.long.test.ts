import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

/* An input that was imported by hand is set up from its first covered day on, whether or not a day has a record of it. */

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const daysBefore = (days: number) => until.subtract({ days }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    seed: 6,
    days: 8,
    until: until.toString(),
    breaks: 'none',
    ordersPerDay: 12,
    currencies: ['MYR'],
  });
});
afterAll(() => sandbox.close());

const verdictRows = z.array(
  z.object({ day: z.string(), verdict: z.string(), not_set_up: z.string().nullable(), reason: z.string() }),
);
const inputRows = z.array(z.object({ day: z.string(), input: z.string(), state: z.string() }));

/** A company without books that has run its last six days. */
async function givenRun() {
  const { path, folder, env } = givenConfig(sandbox, { currencies: ['MYR'] });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env, folder);
  expect(await call('run', '--from', daysBefore(5), '--to', until.toString())).toMatchObject({ status: 0, err: '' });
  const rows = async (sql: string): Promise<unknown> => JSON.parse((await call('--json', 'sql', sql)).out);
  return {
    folder,
    call,
    verdicts: async () =>
      verdictRows.parse(
        await rows('select business_date::text as day, verdict, not_set_up, reason from mart.verdict order by 1'),
      ),
    inputs: async () =>
      inputRows.parse(
        await rows(
          "select business_date::text as day, input, state from mart.input_day where input in ('orders', 'bank') order by input, 1",
        ),
      ),
  };
}

test('Imported orders and a bank statement are covered or missing on every day from their first covered day on', async () => {
  const { folder, call, verdicts, inputs } = await givenRun();
  const before = await verdicts();
  expect(before.map(({ not_set_up: names }) => names)).toEqual(before.map(() => expect.stringMatching(/bank.*orders/)));
  expect(await inputs()).toEqual([]);
  // the files cover the second to the fourth day
  const files = sandbox.files(daysBefore(4), daysBefore(1));
  writeFileSync(join(folder, 'orders.csv'), files.orders);
  writeFileSync(join(folder, 'bank.csv'), files.bank);
  const orders = await call('import', 'orders', 'orders.csv');
  expect(orders).toMatchObject({ status: 4, err: '' });
  const bank = await call('import', 'bank', 'bank.csv');
  expect(bank).toMatchObject({ status: 4, err: '' });

  const covered = [daysBefore(4), daysBefore(3), daysBefore(2)];
  const missed = [daysBefore(1), until.toString()];
  const expected = (input: string) => [
    ...covered.map((day) => ({ day, input, state: 'covered' })),
    ...missed.map((day) => ({ day, input, state: 'missing' })),
  ];
  expect(await inputs()).toEqual([...expected('bank'), ...expected('orders')]);
  const after = await verdicts();
  const [first, ...later] = after;
  // a day before the first covered day stays as it was
  expect(first).toEqual(before[0]);
  for (const { day, not_set_up: names, verdict, reason } of later) {
    expect(names ?? '', day).not.toMatch(/bank|orders/);
    if (covered.includes(day)) {
      expect(verdict, day).toMatch(/^reconciled/);
      continue;
    }
    expect(verdict, day).toBe('incomplete');
    expect(reason).toContain('nothing covers');
    expect(reason).toContain('Orders');
    expect(reason).toContain('Bank statement');
  }
  // the next files complete the days
  const rest = sandbox.files();
  writeFileSync(join(folder, 'orders-2.csv'), rest.orders);
  writeFileSync(join(folder, 'bank-2.csv'), rest.bank);
  expect((await call('import', 'orders', 'orders-2.csv')).err).toBe('');
  expect(await call('import', 'bank', 'bank-2.csv')).toMatchObject({ status: 0, err: '' });
  const states = (await inputs()).map(({ input, state }) => `${input} ${state}`);
  // these files cover the first day too
  expect(states).toEqual([...Array(6).fill('bank covered'), ...Array(6).fill('orders covered')]);
});

test('An import that covers no day sets nothing up', async () => {
  const { folder, call, inputs } = await givenRun();
  writeFileSync(join(folder, 'bank.csv'), 'Date,Amount,Description,Reference\n2026-01-05,1.00,UNKNOWN,\n');
  await call('import', 'bank', 'bank.csv');
  expect(await inputs()).toEqual([]);
});
