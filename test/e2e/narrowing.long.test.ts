import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { textOf } from '../../src/warehouse/duckdb-values.ts';
import { daysAgo, givenSandbox, shopAt } from '../given/shop.ts';

const budget = 60;
const sandbox = await givenSandbox({ seed: 5, days: 10, breaks: 'services', ordersPerDay: 40 });
const gateway = { base_url: sandbox.gatewayUrl, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: budget };
const shop = shopAt(sandbox, { gateway, payout: undefined });

async function run(): Promise<void> {
  expect((await shop.tieout('run', '--from', daysAgo(10), '--to', daysAgo(1))).err).toBe('');
}

async function reasonsOfDays(): Promise<Map<string, string>> {
  const rows = await shop.read(
    `select item_key, reason from mart.item
     where reconciliation = 'statement_to_turnover' and item_key like 'day:%' and outcome <> 'matched'`,
  );
  return new Map(rows.map((row) => [textOf(row, 'item_key'), textOf(row, 'reason')]));
}

const countRequests = () => shop.index().split('"kind":"turnover_slice"').length - 1;

/** The time of an order; its payment follows within seven minutes: created up to 90 seconds later, paid up to 280 after that. */
function placedAt(reference: string): Temporal.PlainTime {
  const orders = sandbox.files().orders.split('\r\n');
  const line = orders.find((order) => order.includes(`,${reference},`)) ?? '';
  const at = Temporal.Instant.from(/\d{4}-\d\d-\d\dT[\d:]+[+Z][\d:]*/.exec(line)?.[0] ?? '');
  return at.toZonedDateTimeISO('Asia/Kuala_Lumpur').toPlainTime();
}

test('Differences of statement and turnover are located within a request budget over several runs, without repeated requests', async () => {
  const planted = sandbox.truth.filter(({ key }) => key.startsWith('day:'));
  expect(new Set(planted.map(({ reason_code }) => reason_code)).size).toBe(3);

  await run();
  // a part is divided with two requests, so the last request of a budget can be left
  expect([budget - 1, budget]).toContain(countRequests());
  const found = async () => [...(await reasonsOfDays()).values()].filter((reason) => / Located: /.test(reason)).length;
  const foundFirst = await found();
  expect(foundFirst).toBeGreaterThan(0);
  expect(foundFirst).toBeLessThan(planted.length);

  await run();
  expect(countRequests()).toBeLessThanOrEqual(2 * budget);
  const reasons = await reasonsOfDays();
  for (const { key, reason_code, amount, currency, note } of planted) {
    const reason = reasons.get(key) ?? '';
    const size = amount.replace('-', '');
    const [reference = ''] = /INV-\d+/.exec(note) ?? [];
    const expectedText = {
      turnover_without_line: `Located: ${currency} ${size} more in turnover, `,
      amount_differs: `Located: ${currency} ${size} more in turnover, `,
      fee_differs: `Located: fees ${currency} ${size} less in turnover, `,
    };
    expect(reason).toContain(expectedText[reason_code as keyof typeof expectedText]);
    expect(reason).toMatch(
      reason_code === 'turnover_without_line'
        ? /, no statement line\.$/
        : new RegExp(`, statement line ${reference}\\.$`),
    );
    const [, method = '', from = '', to = ''] =
      /, ([A-Z0-9 ]+) \([a-z, ]+\), (\d\d:\d\d)–(\d\d:\d\d),/.exec(reason) ?? [];
    expect(method).not.toBe('');
    const placed = placedAt(reference);
    expect([key, placed.until(to === '24:00' ? '23:59:59' : to).sign]).toEqual([key, 1]);
    expect([key, placed.add({ minutes: 7 }).since(from).sign]).toEqual([key, 1]);
  }

  const before = countRequests();
  await run();
  expect(countRequests()).toBe(before);
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(countRequests()).toBe(before);
  expect(await reasonsOfDays()).toEqual(reasons);
});
