// A day with 500,000 unmatched items as a workbook, compared with exceljs's streaming writer for the same cells,
// and as a page: time, peak memory and sizes, each with a limit; exits with 1 if one is exceeded.
// `npm run bench workbook [ROWS]`.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredJob } from './measured-process.mjs';
import { check, inFolder, usedText } from './result.mjs';

const day = '2026-11-02';
const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: day, to: '2026-11-03' };
const workbookOptions = (limits) => ({
  scope,
  isPersonalShown: false,
  titles: new Map(),
  reasons: ['other', 'rounding'],
  limits,
});

const noFacts = {
  receipt_id: 1,
  source: 'gateway',
  kind: 'turnover',
  company: 'acme',
  batch_id: null,
  page: 1,
  is_last_page: true,
  request_path: null,
  request_query: null,
  received_at: '2026-11-03T00:10:00.000Z',
  sha256: '0'.repeat(64),
  ext: 'json',
  file_name: 'turnover-1.json',
  zone: scope.zone,
};

/** A snapshot after a run, with the given number of unpaid orders on one day. */
async function make(folder, count) {
  const { openWarehouse } = await import('../../build/warehouse/open.js');
  const { publishSnapshot } = await import('../../build/warehouse/publish.js');
  const { loadReceipt } = await import('../../build/warehouse/load/load-receipt.js');
  const { instructionsFor } = await import('../../build/company/reading-instructions.js');
  const { reconcile } = await import('../../build/reconcile/reconcile.js');
  const { periodOf } = await import('../../build/domain/period.js');
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  const { connection } = warehouse;
  await connection.run(`insert into core.company values ('acme', '${scope.zone}', ['MYR'])`);
  const file = join(folder, 'turnover.json');
  writeFileSync(file, JSON.stringify({ incoming: { turnover: 0, fee_sell: 0, count: { all: 0 } } }));
  const window = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
  await loadReceipt(
    connection,
    { ...noFacts, ...window, bytes: statSync(file).size, path: file },
    instructionsFor(
      { source: 'gateway', kind: 'statement' },
      { reading: { earliest_day: '2000-01-01', days_ahead: 2 } },
      () => [],
    ),
  );
  await reconcile(connection, { runId: 2, period: periodOf(day, scope.to), knownThrough: 1 });
  await connection.run(
    `insert into recon.item by name
     select 2 as run_id, 'orders_to_statement' as reconciliation, 'MYR' as currency, date '${day}' as business_date,
       'order:SO-' || lpad(n::text, 7, '0') as item_key, md5('orders_to_statement|acme|' || n) as break_id, 'missing_right' as outcome,
       'order_without_payment' as reason_code,
       'Missing in statement: payment of order SO-' || n || ', which is paid.' as reason,
       'SO-' || n as left_key, 'INV-' || n as left_reference, ((n * 7919) % 900000 / 100)::decimal(18, 4) as left_amount,
       timestamptz '2026-11-02 00:00:00+00' + to_seconds(n % 57600) as left_at, n as left_line_no,
       -((n * 7919) % 900000 / 100)::decimal(18, 4) as right_minus_left,
       '{"looked_for":["same_identifier","same_reference"],"customer":"c' || n || '@customer.example"}' as evidence
     from range(${count}) as listed(n)`,
  );
  await publishSnapshot(warehouse, join(folder, 'published.duckdb'));
  warehouse.close();
}

async function tablesOf(folder) {
  const { openToRead } = await import('../../build/warehouse/open.js');
  const { loadDefinition } = await import('../../build/report/load-definition.js');
  const { readTables } = await import('../../build/report/table.js');
  const definition = await loadDefinition('daily');
  const { connection } = await openToRead(join(folder, 'published.duckdb'));
  return { definition, tables: await readTables(connection, definition, scope) };
}

/** Nothing on the front sheet: its size does not depend on the rows. */
const noFront = { verdicts: [], proof: [], statements: [], actions: [], open: [], register: [] };

async function ours(folder) {
  const { writeWorkbook } = await import('../../build/report/workbook/write-workbook.js');
  const { workbookLimits } = await import('../../build/report/workbook/cells.js');
  const { definition, tables } = await tablesOf(folder);
  await writeWorkbook(
    definition,
    tables,
    noFront,
    join(folder, 'ours.xlsx'),
    workbookOptions({ ...workbookLimits, rowsPerSheet: 1_000_000 }),
  );
}

/** Text as long as the three columns that identify a returned row; its content does not matter. */
const sealed = ['0'.repeat(12), '0'.repeat(88), '0'.repeat(32)];

/** The same cells of the same rows through exceljs: no styles, no formulas, no tables, no seals. */
async function bare(folder) {
  const { default: exceljs } = await import('exceljs');
  const { tables } = await tablesOf(folder);
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: join(folder, 'bare.xlsx') });
  for (const { section, rows } of tables) {
    const sheet = workbook.addWorksheet(section.title);
    sheet.addRow(section.columns.map(({ title }) => title)).commit();
    for await (const records of rows())
      for (const record of records)
        sheet
          .addRow([
            ...section.columns.map(({ field, format }) => {
              const value = record[field];
              if (value === null || value === undefined) return null;
              if (format === 'money' || format === 'signed' || format === 'count') return Number(value);
              return format === 'date' || format === 'instant' ? new Date(value) : String(value);
            }),
            ...(section.decide_after === undefined ? [] : sealed),
          ])
          .commit();
    sheet.commit();
  }
  await workbook.commit();
}

/** Everything that a run writes: workbook, page, a CSV for every section, and the verdicts. */
async function writeAll(folder) {
  const { writeReports } = await import('../../build/report/write-reports.js');
  await writeReports(join(folder, 'published.duckdb'), scope, join(folder, 'out', 'acme'), {
    csvDelimiter: ',',
    decimalMark: '.',
    hasByteOrderMark: true,
    isPersonalShown: false,
    language: 'en',
    reasons: ['other', 'rounding'],
  });
}

const roles = { make, ours, bare, writeAll };
const [, , role, path, rows] = process.argv;

function bench(folder, count) {
  const measure = (which) => measuredJob(fileURLToPath(import.meta.url), folder, which, folder, count);
  measure('make');
  const floor = measure('bare');
  const own = measure('ours');
  const all = measure('writeAll');
  console.log(`workbook: ${count.toLocaleString('en')} unmatched rows`);
  console.log(`       exceljs's streaming writer, the cells alone: ${usedText(floor)}`);
  check(own.mib < 668, `the workbook: ${usedText(own)}; at most 668 MiB`);
  const ratio = own.seconds / floor.seconds;
  check(ratio <= 1.3, `${ratio.toFixed(2)} × of exceljs's processor time; at most 1.3 ×`);
  const page = statSync(join(folder, 'out', 'acme', 'acme.html')).size;
  check(all.mib < 668, `everything that a run writes: ${usedText(all)}; at most 668 MiB`);
  check(page < 5e6, `the page of that day: ${(page / 1e6).toFixed(1)} MB; at most 5 MB`);
}

if (role !== undefined && role in roles) {
  await roles[role](path, Number(rows));
  // the snapshot stays open: the process exits with it
  process.exit(0);
} else inFolder((folder) => bench(folder, Number(role ?? 500_000)));
