// Compares reported with planted breaks for sandbox merchants by seed and size.
// `npm run accuracy truth [FIRST_SEED] [SEEDS] [SIZES]`, where SIZES is the number of sizes, smallest first. A planted break counts as found if
// it is reported with its reconciliation, outcome, reason, currency, day, record and amount; any other reported break is
// a false positive. Suggestions are counted separately; the planted ones must be present.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { companyPaths } from '../../build/config/data-paths.js';
import { loadConfig } from '../../build/config/load-config.js';
import { silentProgress } from '../../build/domain/progress.js';
import { periodOfDays, runCompany } from '../../build/pipeline/run-company.js';
import { readRows } from '../../build/warehouse/duckdb-values.js';
import { openSnapshot } from '../../build/warehouse/open.js';
import { priceList } from '../../sandbox/dist/gateway/fees.js';
import { startSandbox } from '../../sandbox/dist/start.js';
import { compare, itemsQuery } from './truth/compare.mjs';

const firstSeed = Number(process.argv[2] ?? 1);
const seeds = Number(process.argv[3] ?? 20);
const sizes = [
  { days: 20, ordersPerDay: 30 },
  { days: 30, ordersPerDay: 120 },
  { days: 45, ordersPerDay: 400 },
].slice(0, Number(process.argv[4] ?? 3));
const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
const daysBefore = (day, count) => new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
const line = (...cells) =>
  console.log(cells.map((cell, index) => (index === 0 ? String(cell).padEnd(26) : String(cell).padStart(10))).join(''));
let isTrue = true;

line(
  'days x orders a day',
  'payments',
  'planted',
  'reported',
  'missed',
  'invented',
  'suggested',
  'precision',
  'recall',
  'seconds',
);
for (const size of sizes) {
  const sum = { payments: 0, planted: 0, reported: 0, missed: 0, invented: 0, suggested: 0, seconds: 0 };
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const one = await score(seed, size);
    for (const name of Object.keys(sum)) sum[name] += one[name];
    for (const item of [...one.missedItems, ...one.inventedItems]) console.log(`  seed ${seed}`, JSON.stringify(item));
  }
  const right = sum.planted - sum.missed;
  const { payments, planted, reported, missed, invented, suggested } = sum;
  const rates = [right / (right + invented), right / planted].map((rate) => rate.toFixed(3));
  const title = `${size.days} x ${size.ordersPerDay}, ${seeds} seeds`;
  line(title, payments, planted, reported, missed, invented, suggested, ...rates, sum.seconds.toFixed(0));
  isTrue &&= missed === 0 && invented === 0;
}
if (!isTrue) {
  console.error('\nNot every planted break is reported as it is, or something else is.');
  process.exitCode = 1;
}

async function score(seed, { days, ordersPerDay }) {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-accuracy-'));
  const sandbox = await startSandbox({ seed, days, until: yesterday, breaks: 'standard', ordersPerDay });
  try {
    await sandbox.writeFiles(folder);
    const callbacks = sandbox.callbacks();
    const truth = [...sandbox.truth, ...callbacks.truth];
    writeFileSync(join(folder, 'callbacks.jsonl'), [...callbacks.lines].join(''));
    const keys = {
      A_GATEWAY: sandbox.gatewaySecretKey,
      A_KEY: sandbox.payoutApiKey,
      A_SECRET: sandbox.payoutApiSecret,
    };
    Object.assign(process.env, keys);
    const company = {
      name: 'acme',
      zone: 'Asia/Kuala_Lumpur',
      currencies: ['MYR', 'SGD'],
      gateway: { base_url: sandbox.gatewayUrl, secret_key: { env: 'A_GATEWAY' } },
      payout: { base_url: sandbox.payoutUrl, api_key: { env: 'A_KEY' }, api_secret: { env: 'A_SECRET' } },
      books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' }, callbacks: { file: 'callbacks.jsonl' } },
      fees: priceList(),
    };
    writeFileSync(join(folder, 'tieout.yaml'), stringify({ data_dir: 'data', companies: [company] }));
    const config = await loadConfig(join(folder, 'tieout.yaml'));
    const period = periodOfDays(daysBefore(yesterday, days - 1), yesterday);
    const request = {
      config,
      company: config.companies[0],
      isFetching: true,
      refresh: false,
      progress: silentProgress,
    };
    const { errors } = await runCompany({ ...request, period });
    for (const error of errors) throw error;
    const snapshot = await openSnapshot(companyPaths(config.data_dir, company.name).published);
    const items = await readRows(snapshot.connection, itemsQuery);
    snapshot.close();
    const isFirm = ({ outcome }) => outcome !== 'suggested';
    const firm = items.filter(isFirm);
    const { missed, invented: unplanted } = compare(truth, items);
    const invented = unplanted.filter(isFirm);
    return {
      payments: sandbox.paymentCount,
      planted: truth.filter(isFirm).length,
      reported: firm.length,
      missed: missed.length,
      invented: invented.length,
      suggested: items.length - firm.length,
      seconds: (performance.now() - began) / 1000,
      missedItems: missed.map((item) => ({ missed: item })),
      inventedItems: invented.map((item) => ({ invented: item })),
    };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
