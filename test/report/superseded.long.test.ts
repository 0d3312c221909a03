import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import { shortDay } from '../../src/report/page/figures.ts';
import { verdictsInForceSql } from '../../src/report/superseded.ts';
import { type WrittenReport, writeReports } from '../../src/report/write-reports.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { givenHostileDay, reportOptions, scope } from '../given/hostile-report.ts';
import { inSnapshot } from '../given/in-snapshot.ts';

/*
 * One day, 2 November, with open items, and a report of the day after, to which they are brought forward. A later snapshot differs in
 * one figure.
 */

let given: Awaited<ReturnType<typeof givenHostileDay>>;
let count = 0;
beforeAll(async () => {
  given = await givenHostileDay();
});

const dayAfter = { ...scope, from: '2026-11-03', to: '2026-11-04' };
const both = { ...scope, to: '2026-11-04' };
const [at, later] = ['2026-11-04 09:00', '2026-11-05 09:00'];

/** A snapshot in which a statement was executed before it was published. */
async function snapshotAfter(sql: string): Promise<string> {
  count += 1;
  const path = join(given.folder, `changed-${count}.duckdb`);
  const copy = join(given.folder, `warehouse-${count}.duckdb`);
  copyFileSync(join(given.folder, 'tieout.duckdb'), copy);
  const warehouse = await openWarehouse(copy);
  try {
    await execute(warehouse.connection, sql);
    await publishSnapshot(warehouse, path);
  } finally {
    warehouse.close();
  }
  return path;
}

/** Writes reports of the day and of the day after, and then one of the day after from another snapshot. */
async function givenReports(folder = mkdtempSync(join(tmpdir(), 'tieout-superseded-'))) {
  const write = (snapshot: string, days: typeof scope, supersedesAt: string | null = at, company = 'acme') => {
    const period = days === both ? '2026-11-02_2026-11-03' : days.from;
    const place = join(folder, period, company);
    return writeReports(snapshot, days, place, reportOptions, { supersedesAt: supersedesAt ?? undefined });
  };
  const day = await write(given.snapshot, scope);
  const after = await write(given.snapshot, dayAfter);
  return { write, day, after, folder };
}

const text = ({ folder }: WrittenReport, name: string) => readFileSync(join(folder, name), 'utf8');
const markOf = (report: WrittenReport): unknown => JSON.parse(text(report, 'verdicts.json')).superseded;
const firstLine = (report: WrittenReport) => /<main>\n(.*)\n/.exec(text(report, 'acme.html'))?.[1] ?? '';

const closeAll = `update mart.break set status = 'closed' where status = 'open'`;

test('Reports are not marked while they are current, also if they are written again', async () => {
  const { write, day, after } = await givenReports();
  await write(given.snapshot, scope, later);
  await write(given.snapshot, both, later);
  expect([markOf(day), markOf(after)]).toEqual([undefined, undefined]);
  expect(text(day, 'acme.html')).not.toContain('Superseded');
});

test('A report whose items brought forward have changed is marked, and its figures stay', async () => {
  const { write, day, after, folder } = await givenReports();
  const [page, workbook] = [text(after, 'acme.html'), readFileSync(after.workbook)];
  expect(page).toContain('id="carried"');
  const closed = await snapshotAfter(closeAll);
  await write(closed, scope, later);
  expect(markOf(after)).toEqual({ at: later, current: '../../index.html' });
  expect(firstLine(after)).toBe(
    '<p class="banner superseded"><span>Superseded on 2026-11-05 09:00: later information changes this report. Current: <a href="../../index.html">All reports</a></span></p>',
  );
  // without the line, the page equals the page that was written
  expect(text(after, 'acme.html').replace(`${firstLine(after)}\n`, '')).toBe(page);
  expect(readFileSync(after.workbook).equals(workbook)).toBe(true);
  expect(statSync(after.page).mode & 0o077).toBe(0);
  expect(markOf(day)).toBeUndefined();
  const index = readFileSync(await writeIndexPage(folder, english()), 'utf8');
  expect(index.match(/<td>acme <span class="chip aside">Superseded<\/span><\/td>/g)).toHaveLength(1);
});

test('A superseded report names the report that includes its days, and keeps its first mark', async () => {
  const { write, day, after } = await givenReports();
  const changed = await snapshotAfter(
    `update recon.verdict set reason = 'Changed.' where business_date = '2026-11-02'`,
  );
  await write(changed, both, later);
  const current = '../../2026-11-02_2026-11-03/acme/acme.html';
  expect(markOf(day)).toEqual({ at: later, current });
  expect(firstLine(day)).toContain(`<a href="${current}">2 Nov 2026 to 3 Nov 2026</a>`);
  expect(markOf(after)).toBeUndefined();
  await write(given.snapshot, both, '2026-11-06 09:00');
  expect(markOf(day)).toEqual({ at: later, current });
  // written again, it is current
  const again = await write(changed, scope, '2026-11-07 09:00');
  expect(markOf(again)).toBeUndefined();
});

test('The list of reports has the verdicts in force of a superseded report, and the day on which they were made', async () => {
  const { write, day, folder } = await givenReports();
  const listed = async (snapshot: string) => {
    const inForce = await inSnapshot(snapshot, (rows) => rows(verdictsInForceSql));
    const index = readFileSync(await writeIndexPage(folder, english(), inForce), 'utf8');
    const [, row = ''] = index.slice(index.indexOf('<h2>Days')).split('<a href="2026-11-02/acme/acme.html">');
    return row.slice(0, row.indexOf('</tr>')).replaceAll(/<[^>]+>/g, ' ');
  };
  expect(await listed(given.snapshot)).toContain('Incomplete');
  const changed = await snapshotAfter(
    `update recon.verdict set verdict = 'breaks', break_count = 7 where business_date = '2026-11-02'`,
  );
  const [run] = await inSnapshot(changed, (rows) => rows('select max(as_of)::text as day from mart.run'));
  await write(changed, both, later);
  const row = await listed(changed);
  expect(row).toMatch(/Superseded +judged again on [\s\S]*Breaks +MYR Breaks +7 /);
  expect(row).toContain(shortDay(String(run?.day), english()));
  expect(row).not.toContain('Incomplete');
  // the page and its verdicts for programs stay
  expect(text(day, 'verdicts.json')).toContain('"verdict": "incomplete"');
});

test.each([
  [
    'a balance',
    `insert into mart.money_flow by name select 'acme' as company, 'MYR' as currency, date '2026-11-03' as business_date,
     99 as step_no, 'gateway_balance' as step, true as is_balance, 10.00 as amount`,
  ],
  ['an item of the statements', `update core.payment set net_amount = net_amount + 1 where net_amount = 51.38`],
])('A report is marked for %s at the end of its last day', async (_what, change) => {
  const { write, after } = await givenReports();
  await write(await snapshotAfter(change), scope, later);
  expect(markOf(after)).toEqual({ at: later, current: '../../index.html' });
});

test('A report whose page a person removed is marked for programs', async () => {
  const { write, day } = await givenReports();
  rmSync(day.page);
  await write(await snapshotAfter(`update recon.verdict set reason = 'Changed.'`), dayAfter, later);
  expect(markOf(day)).toBeDefined();
});

test('Reports of another company, and those in a folder of sealed packs, are not marked', async () => {
  const { write, after } = await givenReports();
  const other = await write(given.snapshot, dayAfter, at, 'acme-2');
  const closed = await snapshotAfter(closeAll);
  await write(closed, scope, null);
  expect(markOf(after)).toBeUndefined();
  await write(closed, scope, later);
  expect(markOf(other)).toBeUndefined();
  expect(markOf(after)).toBeDefined();
});
