import { Temporal } from 'temporal-polyfill';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { periodOfDays, runCompany } from '../../src/pipeline/run-company.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { compare, itemsQuery } from '../accuracy/truth/compare.mjs';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const days = 8;
const perLine = `${itemsQuery.replace('where', "where reconciliation = 'statement_formats' and")}`;

// test/e2e/truth.test.ts shows that the formats agree on a month with planted breaks
test('a line left out, doubled or altered in one format is found, and nothing else', async () => {
  const sandbox = await startSandbox({ seed: 21, days, until: until.toString(), breaks: 'none', ordersPerDay: 20 });
  onTestFinished(() => sandbox.close());
  const { path, folder, env } = givenConfig(sandbox, { statement: { formats: ['csv', 'xlsx'] } });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const company = onlyCompany(config);
  const period = periodOfDays(until.subtract({ days: days - 1 }).toString(), until.toString());
  const request = { config, company, period, progress: silentProgress, isFetching: true };
  const read = async (sql: string) => {
    const snapshot = await openSnapshot(givenData(folder).published);
    const rows = await readRows(snapshot.connection, sql);
    snapshot.close();
    return rows;
  };

  expect((await runCompany({ ...request, refresh: false })).errors).toEqual([]);
  expect(await read(perLine)).toEqual([]);
  const agreeing = `select sum(split_part(split_part(reason, ': ', 2), ',', 1)::bigint) as n
    from mart.item where reconciliation = 'statement_formats'`;
  const paid = 'select count(*) as n from core.payment_now where is_money_moved';
  expect(await read(agreeing)).toEqual(await read(paid));

  const answer = await fetch(`${sandbox.adminUrl}/merchant/alter_format`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.adminToken}` },
  });
  expect(answer.status).toBe(200);
  expect(sandbox.truth.map(({ reason_code }) => reason_code)).toEqual([
    ...['missing_in_second', 'missing_in_first', 'amount_differs'],
  ]);
  expect((await runCompany({ ...request, refresh: true })).errors).toEqual([]);
  expect(compare(sandbox.truth, await read(perLine))).toEqual({ missed: [], invented: [] });
  // the altered file is not that of record: no other reconciliation sees it
  const others = await read(`${itemsQuery.replace('where', "where reconciliation <> 'statement_formats' and")}`);
  expect(others.filter(({ outcome }) => outcome !== 'timing')).toEqual([]);

  const before = await read('select * from mart.item order by all');
  await rebuildCompany(config, company, silentProgress);
  expect(await read('select * from mart.item order by all')).toEqual(before);
});
