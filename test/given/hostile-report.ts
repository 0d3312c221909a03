import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { periodOf } from '../../src/domain/period.ts';
import { writeReports } from '../../src/report/write-reports.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { judgeAll } from './judged.ts';
import { givenCompany, landed, loadLanded } from './landed.ts';
import { placeWarehouse } from './warehouse.ts';

export const hostile = `=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\u0001\u202Eabc😀`;
const header = 'ID,Type,Reference Nr.,Amount,Fee,Status,Paid On,Related To,Description';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const statement = `${header}
p1,purchase,${quoted(hostile)},51.90,0.52,paid,2026-11-02 14:53:00,,
r1,refund,${quoted(hostile)},51.90,0.00,success,2026-11-02 15:00:00,p1,
r2,refund,@SUM(A1),7.00,0.00,success,2026-11-02 15:30:00,nowhere,
x1,purchase,INV-2,ten,0,paid,2026-11-02 16:00:00,,"mail aisyah@customer.example, account 1234567890"
${quoted('long'.repeat(9000))},purchase,INV-3,1.00,0,paid,not a time,,
`;
const turnover = {
  incoming: { turnover: 5190, fee_sell: 52, count: { all: 1 } },
  outgoing: { turnover: 5890, fee_sell: 0, count: { all: 2 } },
};

export const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: '2026-11-02', to: '2026-11-03' };
export const reportOptions = {
  csvDelimiter: ',',
  decimalMark: '.' as const,
  hasByteOrderMark: true,
  isPersonalShown: false,
  language: 'en',
  reasons: ['other', 'rounding'],
};

type Day = { folder: string; snapshot: string };

/** Writes the report of a day into a folder of its own below that of the day. */
export const reportOf = (
  { folder, snapshot }: Day,
  place = 'out',
  changes: Partial<Parameters<typeof writeReports>[3]> = {},
) => writeReports(snapshot, scope, join(folder, place, 'acme'), { ...reportOptions, ...changes });

/** The snapshot of one day with hostile text in it: one purchase, its refund, an orphan refund, two rejected rows. */
export async function givenHostileDay(): Promise<Day> {
  built ??= buildHostileDay();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-report-'));
  cpSync(await built, folder, { recursive: true, preserveTimestamps: true });
  return { folder, snapshot: join(folder, 'published.duckdb') };
}

/** The folder with the day, which is built once in a process and copied. */
let built: Promise<string> | undefined;

async function buildHostileDay(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-report-'));
  placeWarehouse(join(folder, 'tieout.duckdb'));
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  await givenCompany(warehouse.connection, ['MYR'], false);
  const day = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
  const files = [
    landed(statement, { kind: 'statement', ...day }),
    landed(JSON.stringify(turnover), { kind: 'turnover', ...day }),
  ];
  for (const file of files) await loadLanded(warehouse.connection, file);
  const knownThrough = files.at(-1)?.receipt_id ?? 0;
  await judgeAll(warehouse.connection, {
    runId: knownThrough + 1,
    period: periodOf(scope.from, scope.to),
    knownThrough,
  });
  await publishSnapshot(warehouse, join(folder, 'published.duckdb'));
  warehouse.close();
  return folder;
}
