import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { periodOfDays, runCompany } from '../../src/pipeline/run-company.ts';
import { readRows, textOf } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

const zone = 'Asia/Kuala_Lumpur';
const last = Temporal.Now.zonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
const first = last.subtract({ days: 9 });
const budget = 60;
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, days: 10, until: last.toString(), breaks: 'services', ordersPerDay: 40 });
});
afterAll(() => sandbox.close());

async function reasonsOf(folder: string): Promise<Map<string, string>> {
  const snapshot = await openSnapshot(givenData(folder).published);
  try {
    const rows = await readRows(
      snapshot.connection,
      `select item_key, reason from mart.item
       where reconciliation = 'statement_to_turnover' and item_key like 'day:%' and outcome <> 'matched'`,
    );
    return new Map(rows.map((row) => [textOf(row, 'item_key'), textOf(row, 'reason')]));
  } finally {
    snapshot.close();
  }
}

/** The time of an order; its payment follows within seven minutes: created up to 90 seconds later, paid up to 280 after that. */
function placedAt(reference: string): Temporal.ZonedDateTime {
  const line =
    sandbox
      .files()
      .orders.split('\r\n')
      .find((order) => order.includes(`,${reference},`)) ?? '';
  return Temporal.Instant.from(/\d{4}-\d\d-\d\dT[\d:]+[+Z][\d:]*/.exec(line)?.[0] ?? '').toZonedDateTimeISO(zone);
}

test('Differences of statement and turnover are located within a request budget over several runs, without repeated requests', async () => {
  const gateway = { base_url: sandbox.gatewayUrl, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: budget };
  const { path, folder, env } = givenConfig(sandbox, { gateway, payout: undefined });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const run = async () => {
    const { errors } = await runCompany({
      config,
      company: onlyCompany(config),
      period: periodOfDays(first.toString(), last.toString()),
      isFetching: true,
      refresh: false,
      progress: silentProgress,
    });
    expect(errors).toEqual([]);
  };
  const countRequests = () =>
    readFileSync(join(givenData(folder).landing, 'index.jsonl'), 'utf8').split('"kind":"turnover_slice"').length - 1;
  const planted = sandbox.truth.filter(({ key }) => key.startsWith('day:'));
  expect(new Set(planted.map(({ reason_code }) => reason_code)).size).toBe(3);

  await run();
  // a part is divided with two requests, so the last request of a budget can be left
  expect([budget - 1, budget]).toContain(countRequests());
  const found = async () =>
    [...(await reasonsOf(folder)).values()].filter((reason) => / Located: /.test(reason)).length;
  const foundFirst = await found();
  expect(foundFirst).toBeGreaterThan(0);
  expect(foundFirst).toBeLessThan(planted.length);

  await run();
  expect(countRequests()).toBeLessThanOrEqual(2 * budget);
  const reasons = await reasonsOf(folder);
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
    const window = [from, to].map((time) => Temporal.PlainTime.from(time === '24:00' ? '23:59:59' : time));
    expect([key, placed.toPlainTime().until(window[1] ?? '').sign]).toEqual([key, 1]);
    expect([
      key,
      placed
        .add({ minutes: 7 })
        .toPlainTime()
        .since(window[0] ?? '').sign,
    ]).toEqual([key, 1]);
  }

  const before = countRequests();
  await run();
  expect(countRequests()).toBe(before);
  await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(countRequests()).toBe(before);
  expect(await reasonsOf(folder)).toEqual(reasons);
});
