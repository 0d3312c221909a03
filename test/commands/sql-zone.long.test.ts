import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { companyPaths } from '../../src/config/data-paths.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { useZone, withReader } from '../../src/warehouse/open.ts';
import { readOwnFiles } from '../../src/warehouse/own-files.ts';
import { prepareWarehouse } from '../../src/warehouse/prepare-warehouse.ts';
import { tieout } from '../given/command.ts';
import { givenCookbookWorld } from '../given/cookbook-world.ts';
import { csvTables } from '../given/csv-tables.ts';
import { givenPublished, publishedEnv } from '../given/published.ts';
import { days, givenRules } from '../given/rules.ts';

/** What depends on the zone of a session: an hour, a literal of a day, and the beginning of a day. */
const ofZone = `select hour(paid_at) as hour, epoch(timestamptz '2026-11-03')::bigint as literal,
  epoch(date_trunc('day', paid_at))::bigint as begun,
  paid_at::date::text as day from (select make_timestamptz(1762187400000000) as paid_at)`;
// 3 November 2025 16:30 UTC is half past midnight of the 4th in Malaysia; the literal is midnight there, eight hours before UTC's
const seconds = (iso: string) => Date.parse(iso) / 1000;
const inMalaysia = {
  ...{ hour: 0, day: '2025-11-04' },
  ...{ literal: seconds('2026-11-03T00:00:00+08:00'), begun: seconds('2025-11-04T00:00:00+08:00') },
};
const inUtc = {
  ...{ hour: 16, day: '2025-11-03' },
  ...{ literal: seconds('2026-11-03T00:00:00Z'), begun: seconds('2025-11-03T00:00:00Z') },
};

describe('The session of tieout sql is in the time zone', () => {
  let folder: string;
  const asked = async (...options: string[]): Promise<unknown> => {
    const { out, err } = await tieout(['-q', '--json', 'sql', ofZone, ...options], publishedEnv, folder);
    expect(err).toBe('');
    return JSON.parse(out);
  };

  test('of the company, and of two companies in one zone', async () => {
    folder = await givenPublished('kedai', 'toko');
    expect(await asked('--company', 'toko')).toEqual([inMalaysia]);
    expect(await asked()).toEqual([inMalaysia]);
  });

  test('UTC for two companies in two zones', async () => {
    folder = await givenPublished('kedai', 'toko');
    const path = join(folder, 'tieout.yaml');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('name: toko, zone: Asia/Kuala_Lumpur', 'name: toko, zone: Asia/Tokyo'));
    expect(await asked()).toEqual([inUtc]);
    expect(await asked('--company', 'kedai')).toEqual([inMalaysia]);
    expect(await asked('--company', 'toko')).toEqual([expect.objectContaining({ hour: 1 })]);
  });
});

describe('Own SQL', () => {
  const acme = givenRules({ hasPayout: false });
  const own = (body: string) => `-- name: late_payments
-- title: Late payments
-- kind: control
-- left: Payments
-- right: Payments
-- grain: company, currency, business day
-- meaning: The totals differ.
-- action: Look.
-- order: 90
create macro recon.late_payments(period_start, period_end) as table (
  select 'MYR' as currency, period_start as business_date, 'all' as subject, 'count' as measure, line_no,
    line_code, line_code as title, if(is_residual, 0, (${body}))::decimal(38, 4) as amount, is_total, is_residual
  from (values (1, 'expected', true, false), (2, 'actual', true, false), (3, 'residual', false, true))
    as line(line_no, line_code, is_total, is_residual)
);`;

  test('of a reconciliation runs in the zone of the company, and the rules of tieout after it in UTC', async () => {
    const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On';
    const late = 'p1,purchase,INV-1,MYR,50.00,0.50,paid,2026-11-02 23:30:00';
    await acme.receive(`${header}\n${late}\n`, { kind: 'statement', ...days('2026-11-02') });
    const base = join(acme.warehouse.path, '..', 'own');
    mkdirSync(join(base, 'reconciliations'), { recursive: true });
    const hour = 'select hour(paid_at) from core.payment_now';
    writeFileSync(join(base, 'reconciliations', 'late_payments.sql'), own(hour));
    await prepareWarehouse(acme.connection, { path: acme.warehouse.path, own: await readOwnFiles(base) });
    await registerReconciliations(acme.connection);
    await acme.judge(['late_payments'], '2026-11-02', '2026-11-03');
    expect(
      await acme.lines(
        "select distinct amount::integer from mart.bridge_line where reconciliation = 'late_payments' and is_total",
      ),
    ).toEqual(['23']);
    expect(await acme.lines("select current_setting('timezone')")).toEqual(['UTC']);
  });
});

describe('A published snapshot', () => {
  let world: Awaited<ReturnType<typeof givenCookbookWorld>>;
  beforeAll(async () => {
    world = await givenCookbookWorld(
      `create view own.payments_by_hour as select company, business_date, hour(paid_at) as hour, count(*) as payments
       from mart.transaction where kind = 'payment' and is_money_moved group by all`,
    );
  });

  test('gives a report of an own view the hours of the company', async () => {
    const column = (field: string, format: string) =>
      `      - { field: ${field}, title: ${field}, format: ${format}, width: 12 }\n`;
    mkdirSync(join(world.folder, 'reports'));
    writeFileSync(
      join(world.folder, 'reports', 'hours.yaml'),
      `name: hours\ntitle: Hours\nsections:\n  - name: hours\n    title: Hours\n    about: Payments by hour.\n    view: own.payments_by_hour
    order: [business_date, hour]\n    columns:\n${column('business_date', 'date')}${column('hour', 'count')}${column('payments', 'count')}`,
    );
    const { err } = await tieout(
      ['-q', 'report', 'hours', '--company', 'acme', '--from', '2026-11-02', '--to', '2026-11-03'],
      world.env,
      world.folder,
    );
    expect(err).toBe('');
    const tables = csvTables(join(world.folder, 'data', 'reports', '2026-11-02_2026-11-03', 'acme.hours'));
    // p4 9:05, p5 9:45, p6 21:30; p8 10:20, p9 12:00, p10 23:50
    expect(tables.get('hours.hours')?.slice(1)).toEqual([
      ...[
        ['2026-11-02', '9', '2'],
        ['2026-11-02', '21', '1'],
      ],
      ...[
        ['2026-11-03', '10', '1'],
        ['2026-11-03', '12', '1'],
        ['2026-11-03', '23', '1'],
      ],
    ]);
  });

  test('gives the same rows of every relation of mart in any zone', async () => {
    await withReader(companyPaths(join(world.folder, 'data'), 'acme').published, async ({ connection }) => {
      const columns = await readRows(
        connection,
        "select table_name, column_name, data_type from duckdb_columns() where schema_name = 'mart' order by all",
      );
      const relations = new Map<string, string[]>();
      for (const { table_name: name, column_name: column, data_type: type } of columns) {
        const read = String(type).startsWith('TIMESTAMP WITH') ? `epoch_us("${column}") as "${column}"` : `"${column}"`;
        relations.set(`mart.${name}`, [...(relations.get(`mart.${name}`) ?? []), read]);
      }
      const period = "date '2026-11-02', date '2026-11-06'";
      for (const name of ['statement', 'trend', 'match_rate']) relations.set(`mart.${name}('acme', ${period})`, ['*']);
      const filled: string[] = [];
      for (const [relation, selected] of relations) {
        const rowsIn = async (zone: string) => {
          await useZone(connection, zone);
          return readRows(connection, `select ${selected.join(', ')} from ${relation} order by all`);
        };
        const rows = await rowsIn('UTC');
        if (rows.length > 0) filled.push(relation);
        // behind UTC, and ahead of the company
        for (const zone of ['America/New_York', 'Pacific/Auckland'])
          expect([relation, await rowsIn(zone)]).toEqual([relation, rows]);
      }
      expect(filled).toEqual(
        expect.arrayContaining(['bank_line', 'calendar', 'callback', 'payout_account'].map((name) => `mart.${name}`)),
      );
      expect(filled).toEqual(
        expect.arrayContaining(['mart.payout_ledger', 'mart.unsettled_payment', 'mart.item', 'mart.cause']),
      );
      expect(filled.length).toBeGreaterThan(30);
    });
  });
});
