// `npm run sample`: makes docs/sample, the reports that README shows: a month at the sandbox with breaks of every kind planted, by a fixed
// seed and a fixed clock, so that the figures are the same each time. With a browser on this machine it takes the pictures of README too.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();

/** The morning after the month, in the company's zone; time goes on from there. */
const begin = Date.parse('2026-10-31T22:30:00Z');
const real = Date.now();
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [Date.now()] : given));
  }
  static now() {
    return begin + (RealDate.now() - real);
  }
};

const { startSandbox } = await import('../dist/sandbox/start.js');
const { priceList } = await import('../dist/sandbox/gateway/fees.js');
const { loadConfig } = await import('../dist/config/load.js');
const { run, periodOfDays } = await import('../dist/pipeline/run.js');
const { reportCompany } = await import('../dist/pipeline/report.js');
const { silentProgress } = await import('../dist/sources/extract/progress.js');

const company = 'kedai';
const day = process.env.SAMPLE_DAY ?? '2026-10-27';
const sandbox = await startSandbox({
  seed: Number(process.env.SAMPLE_SEED ?? '1'),
  days: 31,
  until: '2026-10-31',
  ordersPerDay: 40,
  breaks: 'all',
});
const folder = mkdtempSync(join(tmpdir(), 'tieout-sample-'));
const write = (name, text) => writeFileSync(join(folder, name), text, { mode: 0o600 });
write('gateway-key', sandbox.gatewaySecretKey);
write('payout-key', sandbox.payoutApiKey);
write('payout-secret', sandbox.payoutApiSecret);
write('orders.csv', sandbox.files().orders);
write('bank.csv', sandbox.files().bank);

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

const month = periodOfDays('2026-10-01', '2026-10-31');
const config = await configOf('en');
const [first] = config.companies;
const { verdicts, errors } = await run({
  config,
  companies: [first],
  periodOf: () => month,
  isFetching: true,
  refresh: false,
  progress: silentProgress,
});
await sandbox.close();
if (errors.length > 0) throw errors[0].error;

const sample = join(root, 'docs', 'sample');
rmSync(sample, { recursive: true, force: true });
mkdirSync(sample, { recursive: true });
const made = join(folder, 'made');
const daily = await reportCompany(config, first, periodOfDays(day, day), made);
const monthly = await reportCompany(config, first, month, made);
const malay = await configOf('ms');
const [firstMalay] = malay.companies;
const inMalay = await reportCompany(malay, firstMalay, periodOfDays(day, day), join(folder, 'malay'));
const name = (period) => join(sample, period, company);
const kept = [`${company}.html`, `${company}.xlsx`, 'verdicts.json', 'unmatched.csv'];
for (const [period, { folder: from }] of [
  [day, daily],
  ['2026-10', monthly],
]) {
  mkdirSync(name(period), { recursive: true });
  for (const file of kept) cpSync(join(from, file), join(name(period), file));
}
cpSync(join(made, 'index.html'), join(sample, 'index.html'));
cpSync(inMalay.page, join(name(day), `${company}-ms.html`));
rmSync(folder, { recursive: true, force: true });
const counts = new Map();
for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
console.log(`docs/sample: ${[...counts].map(([verdict, days]) => `${days} ${verdict}`).join(', ')}`);

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (chromium === undefined) {
  console.log('No browser on this machine: the pictures in docs/pictures stay as they are.');
} else {
  const { takePictures } = await import('./pictures.mjs');
  await takePictures(chromium, join(name(day), `${company}.html`), join(name('2026-10'), `${company}.html`));
}
