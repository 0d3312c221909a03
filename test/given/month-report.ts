import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { createClock } from '../../packages/sandbox/src/clock.ts';
import { startSandbox } from '../../packages/sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { reportCompany } from '../../src/pipeline/report-company.ts';
import { periodOfDays } from '../../src/pipeline/run-company.ts';
import { givenConfig, givenData, onlyCompany, runDays } from './sandbox-config.ts';

/** A Monday with many kinds of breaks, reported on the next morning: what a page or a sheet shows is the same on each day of the tests. */
const until = Temporal.PlainDate.from('2026-11-30');
const reportedOn = '2026-12-01T09:00+08:00';

/** Unpaid orders of one day in the layout of an orders file, without its header. */
function unpaidOrders(count: number, day: string): string {
  const order = (number: number) =>
    `SO-X${number},X-${number},${day}T10:00:00+08:00,MYR,${(number / 100).toFixed(2)},paid,0.00,Mei,mei@customer.example,`;
  return Array.from({ length: count }, (_, index) => `${order(index + 100)}\r\n`).join('');
}

/**
 * The reports of several days, and of the last of them, at the sandbox with planted breaks of every kind, imported orders and bank lines, on the first day
 * with `unpaidCount` additional orders; and their snapshot.
 */
export async function givenMonthReport(days = 12, ordersPerDay = 60, unpaidCount = 0, changes: object = {}) {
  const clock = createClock({ startAt: Date.parse(reportedOn) });
  const payout = { serverTime: 'machine_clock' } as const;
  const world = { seed: 4, days, until: until.toString(), ordersPerDay, breaks: 'standard' } as const;
  const sandbox = await startSandbox({ ...world, clock, payout });
  try {
    const books = { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } };
    const { path, folder, env } = givenConfig(sandbox, { books, ...changes });
    const files = sandbox.files();
    const firstDay = until.subtract({ days: days - 1 }).toString();
    writeFileSync(join(folder, 'orders.csv'), `${files.orders}${unpaidOrders(unpaidCount, firstDay)}`);
    writeFileSync(join(folder, 'bank.csv'), files.bank);
    Object.assign(process.env, env);
    const config = await loadConfig(path, { clock: () => Temporal.Instant.fromEpochMilliseconds(clock.now()) });
    const company = onlyCompany(config);
    const period = periodOfDays(firstDay, until.toString());
    await runDays(config, [firstDay, until.toString()]);
    return {
      report: await reportCompany(config, company, period),
      day: await reportCompany(config, company, periodOfDays(until.toString(), until.toString())),
      snapshot: givenData(folder).published,
      path,
      folder,
      env,
    };
  } finally {
    await sandbox.close();
  }
}
