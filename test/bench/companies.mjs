// What a hundred companies in one configuration cost, by the number that is worked on at the same time, and one after another in
// processes of their own. `npm run bench companies [COMPANIES] [NUMBERS] [DAYS]`, for example `100 1,2,4,8 1`. The sandboxes of all
// companies are in this process, on the same processors.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startSandbox } from 'tieout-sandbox';
import { stringify } from 'yaml';
import { check } from './result.mjs';
import { cli, day, zone } from './small-company.mjs';

const count = Number(process.argv[2] ?? 100);
const numbers = (process.argv[3] ?? '1,2,4,8').split(',').map(Number);
const days = Number(process.argv[4] ?? 1);
/** The companies that are also run in processes of their own, one after another. */
const alone = Math.min(count, 10);

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
const sandboxes = [];
for (let seed = 1; seed <= count; seed += 1)
  sandboxes.push(
    await startSandbox({ seed, days: days + 1, until: day(0), ordersPerDay: 12, breaks: 'none', currencies: ['MYR'] }),
  );
const env = {};
const companies = sandboxes.map(({ gatewayUrl, payoutUrl, ...keys }, index) => {
  const variable = (name, value) => {
    env[`C${index}_${name}`] = value;
    return { env: `C${index}_${name}` };
  };
  return {
    name: `c${String(index).padStart(3, '0')}`,
    zone,
    currencies: ['MYR'],
    gateway: { base_url: gatewayUrl, secret_key: variable('KEY', keys.gatewaySecretKey) },
    payout: {
      base_url: payoutUrl,
      api_key: variable('PAYOUT_KEY', keys.payoutApiKey),
      api_secret: variable('PAYOUT_SECRET', keys.payoutApiSecret),
    },
  };
});

/** Runs a day: the time until the process ends, its processor time, and its peak memory. */
async function ran(date, ...args) {
  const used = join(folder, 'used.json');
  const began = performance.now();
  const child = spawn(process.execPath, [cli, '-q', 'run', '--date', date, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      NODE_OPTIONS: `--require ${fileURLToPath(new URL('used.cjs', import.meta.url))}`,
      TIEOUT_USED: used,
    },
  });
  child.stdout.resume();
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const time = (performance.now() - began) / 1000;
  if (![0, 3].includes(child.exitCode)) throw new Error(`${child.exitCode}: ${errors}`);
  return { time, ...JSON.parse(readFileSync(used, 'utf8')) };
}

const rowOf = ({ time, seconds, mib }, title) =>
  console.log(`| ${title} | ${time.toFixed(0)} s | ${seconds.toFixed(0)} s | ${mib} MiB |`);
const write = (more) => writeFileSync(join(folder, 'tieout.yaml'), stringify({ data_dir: 'data', companies, ...more }));

try {
  console.log('| what | time | processor time | peak memory |\n|---|---|---|---|');
  const dates = Array.from({ length: days }, (_, index) => day(days - 1 - index));
  let worst = 0;
  for (const atOnce of numbers) {
    rmSync(join(folder, 'data'), { recursive: true, force: true });
    write({ companies_at_once: atOnce });
    for (const [index, date] of dates.entries()) {
      const all = await ran(date);
      worst = Math.max(worst, all.mib / atOnce);
      rowOf(all, `${count} companies, ${atOnce} at once, day ${index + 1}`);
    }
  }
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  for (const [index, date] of dates.entries()) {
    const runs = [];
    for (const { name } of companies.slice(0, alone)) runs.push(await ran(date, '--company', name));
    const sum = (field) => (runs.reduce((total, run) => total + run[field], 0) / alone) * count;
    const single = { time: sum('time'), seconds: sum('seconds'), mib: Math.max(...runs.map(({ mib }) => mib)) };
    rowOf(single, `${count} times the mean of ${alone} runs of one company, day ${index + 1}`);
  }
  check(worst < 1024, 'at most 1024 MiB for each company at once');
} finally {
  for (const sandbox of sandboxes) await sandbox.close();
  rmSync(folder, { recursive: true });
}
