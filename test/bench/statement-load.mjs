// Loads and reconciles a generated statement of 1 million lines, and compares it with bare DuckDB for the same load and
// join in the same run: rows a second, peak memory, and the ratio. `npm run bench statement-load [LINES]`.
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const [, , role, path] = process.argv;
const zone = 'Asia/Kuala_Lumpur';
const header =
  'ID,Type,Reference Nr.,Description,Currency,Amount,Fee,Net Amount,Payment Method,Status,Created On,Paid On,Settled On,Client,Client Email,Related To,Product,Flow,Country';

function* lines(count) {
  yield `${header}\n`;
  for (let n = 0; n < count; n += 1) {
    const cents = 500 + ((n * 7919) % 90000);
    const amount = (cents / 100).toFixed(2);
    const second = n % 86400;
    const time = `2026-11-02 ${String(Math.floor(second / 3600)).padStart(2, '0')}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
    const isRefund = n % 50 === 49;
    const id = `id-${String(n).padStart(12, '0')}`;
    const related = isRefund ? `id-${String(n - 1).padStart(12, '0')}` : '';
    const paid = isRefund ? '0.01' : amount;
    const net = isRefund ? '-0.49' : ((cents - 50) / 100).toFixed(2);
    yield `${id},${isRefund ? 'refund' : 'purchase'},INV-${n},Goods,MYR,${paid},0.50,${net},fpx,${isRefund ? 'success' : 'paid'},${time},${time},,Name ${n % 5000},c${n % 5000}@x.example,${related},purchase,api,MY\n`;
  }
}

async function generate(file, count) {
  await pipeline(Readable.from(lines(count)), createWriteStream(file));
}

/** Bare DuckDB: every cell as text, the few necessary casts, into a table on disk; then one join of refunds to purchases. */
async function floor(file) {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(join(file, '..', 'floor.duckdb'));
  const connection = await instance.connect();
  const columns = header
    .split(',')
    .map((_, index) => `c${index}: 'text'`)
    .join(', ');
  const began = performance.now();
  await connection.run(
    `create table payment as select * replace (c5::decimal(18, 4) as c5, c6::decimal(18, 4) as c6, c11::timestamp as c11)
     from read_csv('${file}', auto_detect = false, header = false, skip = 1, delim = ',', quote = '"', columns = {${columns}}, nullstr = '')`,
  );
  const loaded = performance.now();
  await connection.run(
    `create table pair as select r.c0 as refund, p.c0 as purchase, r.c5 <= p.c5 as is_within
     from payment as r full outer join (select * from payment where c1 = 'purchase') as p on p.c0 = r.c15 where r.c1 = 'refund' or r.c0 is null`,
  );
  connection.closeSync();
  instance.closeSync();
  return { load: loaded - began, reconcile: performance.now() - loaded };
}

async function ours(file) {
  const { openWarehouse } = await import('../../build/warehouse/open.js');
  const { loadReceipt } = await import('../../build/warehouse/load/load-receipts.js');
  const { instructionsFor } = await import('../../build/company/reading-instructions.js');
  const { reconcile } = await import('../../build/reconcile/reconcile.js');
  const warehouse = await openWarehouse(join(file, '..', 'tieout.duckdb'));
  await warehouse.connection.run(`insert into core.company values ('acme', '${zone}', ['MYR'])`);
  const receipt = {
    receipt_id: 1,
    source: 'gateway',
    kind: 'statement',
    company: 'acme',
    batch_id: null,
    page: null,
    is_last_page: null,
    request_path: null,
    request_query: null,
    currency: 'MYR',
    window_from: '2026-11-01T16:00:00Z',
    window_to: '2026-11-02T16:00:00Z',
    received_at: '2026-11-03T00:00:00.000Z',
    bytes: statSync(file).size,
    sha256: '0'.repeat(64),
    ext: 'csv',
    file_name: 'statement.csv',
    zone,
    path: file,
  };
  const began = performance.now();
  const outcome = await loadReceipt(
    warehouse.connection,
    receipt,
    instructionsFor(
      { source: 'gateway', kind: 'statement' },
      { reading: { largest_unpacked_mib: 4096, highest_ratio: 150 } },
      () => [],
    ),
  );
  if (outcome.rejected > 0 || outcome.status !== 'loaded') throw new Error(JSON.stringify(outcome));
  const loaded = performance.now();
  await reconcile(warehouse.connection, {
    runId: 2,
    company: 'acme',
    periodStart: '2026-11-02',
    periodEnd: '2026-11-03',
    knownThrough: 1,
  });
  const done = performance.now();
  warehouse.close();
  return { load: loaded - began, reconcile: done - loaded };
}

if (role === 'floor' || role === 'ours') {
  const times = await (role === 'floor' ? floor(path) : ours(path));
  console.log(JSON.stringify({ ...times, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) }));
} else {
  const count = Number(role ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
  const file = join(folder, 'statement.csv');
  await generate(file, count);
  const measure = (which) => {
    const child = spawnSync(process.execPath, [fileURLToPath(new URL(import.meta.url)), which, file], {
      encoding: 'utf8',
    });
    if (child.status !== 0) throw new Error(child.stderr);
    return JSON.parse(child.stdout);
  };
  const bare = measure('floor');
  const result = measure('ours');
  rmSync(folder, { recursive: true });
  const total = ({ load, reconcile }) => load + reconcile;
  const row = (name, { load, reconcile, peakMiB }) =>
    console.log(
      `${name.padEnd(14)} load ${(load / 1000).toFixed(2)} s   reconcile ${(reconcile / 1000).toFixed(2)} s   ${Math.round(count / ((load + reconcile) / 1000)).toLocaleString('en')} rows/s   peak ${peakMiB} MiB`,
    );
  console.log(`statement-load: ${count.toLocaleString('en')} lines`);
  row('bare DuckDB', bare);
  row('tieout', result);
  console.log(`ratio ${(total(result) / total(bare)).toFixed(2)} × (load ${(result.load / bare.load).toFixed(2)} ×)`);
}
