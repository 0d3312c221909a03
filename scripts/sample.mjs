// `npm run sample`: regenerates docs/sample, the reports shown in README, and drafts of the pages to sign: a month at the sandbox with planted breaks of every kind, most of the
// older ones decided, and its last day run on the next morning. Seed and clock are fixed, so the figures are reproducible.
// If a browser is installed, it also takes the screenshots of README.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();

// The time of this run must not be in the reports: the clock is set below and advances by whole minutes.
const RealDate = Date;
let began = RealDate.now();
let shown = began;
const now = () => shown + Math.floor((RealDate.now() - began) / 60_000) * 60_000;
const setClock = (text) => {
  [began, shown] = [RealDate.now(), RealDate.parse(text)];
};
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};

const { startSandbox } = await import('../packages/sandbox/dist/start.js');
const { priceList } = await import('../packages/sandbox/dist/gateway/fees.js');
const { loadConfig } = await import('../build/config/load-config.js');
const { decide } = await import('../build/decisions/record-decisions.js');
const { companyPaths } = await import('../build/config/data-paths.js');
const { runCompany, periodOfDays } = await import('../build/pipeline/run-company.js');
const { reportCompany } = await import('../build/pipeline/report-company.js');
const { letterheadOf, signOffCompany } = await import('../build/pipeline/sign-off-company.js');
const { silentProgress } = await import('../build/domain/progress.js');
const { readRows } = await import('../build/warehouse/duckdb-values.js');
const { withReader } = await import('../build/warehouse/open.js');

const company = 'kedai';
const days = { first: '2026-09-01', beforeLast: '2026-09-29', last: '2026-09-30', after: '2026-10-01' };
/** In this sample, breaks of earlier days were investigated and reported to the other side. */
const decidedBefore = '2026-09-26';

setClock('2026-09-30T06:30:00+08:00');
const sandbox = await startSandbox({
  seed: 4,
  days: 30,
  until: days.last,
  ordersPerDay: 40,
  breaks: 'standard',
  gateway: { statementReadyMs: 0 },
});
const folder = mkdtempSync(join(tmpdir(), 'tieout-sample-'));
const write = (name, text) => writeFileSync(join(folder, name), text, { mode: 0o600 });
write('gateway-key', sandbox.gatewaySecretKey);
write('payout-key', sandbox.payoutApiKey);
write('payout-secret', sandbox.payoutApiSecret);

async function configOf(language) {
  const name = `tieout-${language}.yaml`;
  write(
    name,
    JSON.stringify({
      data_dir: 'data',
      report: { language },
      companies: [
        {
          name: company,
          zone: 'Asia/Kuala_Lumpur',
          currencies: ['MYR', 'SGD'],
          gateway: { base_url: sandbox.gatewayUrl, secret_key: { file: 'gateway-key' } },
          payout: {
            base_url: sandbox.payoutUrl,
            api_key: { file: 'payout-key' },
            api_secret: { file: 'payout-secret' },
          },
          books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } },
          fees: priceList(),
        },
      ],
    }),
  );
  return loadConfig(join(folder, name));
}

/** Runs days at the current time of the clock; the merchant's files cover the days before `until`. */
async function runDays(config, first, last, until) {
  const files = sandbox.files(days.first, until);
  write('orders.csv', files.orders);
  write('bank.csv', files.bank);
  const { errors } = await runCompany({
    config,
    company: config.companies[0],
    period: periodOfDays(first, last),
    isFetching: true,
    refresh: false,
    progress: silentProgress,
  });
  if (errors.length > 0) throw errors[0];
}

async function openItems(config, before) {
  const sql =
    "select break_id from mart.break where business_date < $before::date and status = 'open' order by break_id";
  const { published } = companyPaths(config.data_dir, company);
  const rows = await withReader(published, ({ connection }) => readRows(connection, sql, { before }));
  return rows.map(({ break_id }) => String(break_id));
}

const config = await configOf('en');
await runDays(config, days.first, days.beforeLast, days.last);
setClock('2026-09-30T09:10:00+08:00');
const requests = (await openItems(config, decidedBefore)).map((item) => ({
  breaks: [item],
  decision: 'explain',
  reason: 'other',
  note: 'Investigated, and reported to the other side.',
  author: 'aisyah',
  expiresOn: null,
  evidence: [],
  parts: [],
}));
const { outcomes } = await decide(config, requests, { isDryRun: false, progress: silentProgress });
const refused = outcomes.find((outcome) => 'refusal' in outcome);
if (refused !== undefined) throw new Error(refused.refusal.sentence);
setClock('2026-10-01T06:30:00+08:00');
await runDays(config, days.last, days.last, days.after);
await sandbox.close();

const sample = join(root, 'docs', 'sample');
rmSync(sample, { recursive: true, force: true });
const [first] = config.companies;
const month = periodOfDays(days.first, days.last);
const placeOf = (period) => join(sample, period, company);
for (const period of [days.last, '2026-09']) mkdirSync(placeOf(period), { recursive: true });
// the English report of the day then takes the place of the Malay one
const malay = await configOf('ms');
const inMalay = await reportCompany(malay, malay.companies[0], periodOfDays(days.last, days.last));
cpSync(inMalay.page, join(placeOf(days.last), `${company}-ms.html`));
const daily = await reportCompany(config, first, periodOfDays(days.last, days.last));
const monthly = await reportCompany(config, first, month);
const pages = await signOffCompany(config, first, month, {
  snapshot: companyPaths(config.data_dir, company).published,
  isMasked: false,
  madeAt: new Date().toISOString(),
  manifest: undefined,
  isOpenMonth: true,
  letterhead: await letterheadOf(config),
});
for (const { name, bytes } of pages) writeFileSync(join(placeOf('2026-09'), name), bytes);
for (const [period, { folder: from }] of [
  [days.last, daily],
  ['2026-09', monthly],
]) {
  for (const file of [`${company}.html`, `${company}.xlsx`, 'verdicts.json', 'unmatched.csv'])
    cpSync(join(from, file), join(placeOf(period), file));
}
cpSync(join(config.data_dir, 'reports', 'index.html'), join(sample, 'index.html'));
rmSync(folder, { recursive: true, force: true });

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const chromium = browsers.find((path) => existsSync(path));
if (chromium === undefined) {
  console.log('No browser on this machine: the screenshots in docs/pictures are unchanged.');
} else {
  const { takeScreenshots } = await import('./screenshots.mjs');
  const page = `${company}.html`;
  await takeScreenshots(chromium, join(placeOf(days.last), page));
}
