// What the commands cost, against the floor in the same run: a process that loads the driver, opens the snapshot and asks
// `select 1`. Processor time, ratio and peak memory. `npm run bench`, or `npm run bench commands`; with --record, the table is
// written to docs/performance.md.
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { measured, median } from './measured-process.mjs';
import { check, newTable, record } from './result.mjs';
import { cli, companyAt, day, floorOf, onDatabase, startServices, zone } from './small-company.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));

/** Four times the lines may cost this much more. */
const growthLimit = 4.4;
const [fewLines, manyLines, mostLines] = [50_000, 200_000, 3_000_000];
/** What the most lines may cost: against a bare load of the same file, and in memory. */
const [loadLimit, memoryLimit] = [9, 4096];

const { note, text } = newTable();

/** The median of three calls of a command that changes nothing. */
const ofThree = (call) => median(3, call);

/** What each command costs for a company of the sandbox with 12 orders a day and open breaks. */
async function measureCommands() {
  const services = await startServices(folder, '--days', '3', '--orders-per-day', '12');
  try {
    const company = companyAt(services, folder);
    const { tieout, runDays } = company;
    const first = runDays(day(2), day(2));
    note('the floor', floorOf(company));
    note('the first day', first);
    note('a day of 12 orders, with open breaks behind it', runDays(day(1), day(1)));
    const again = ofThree(() => runDays(day(1), day(1)));
    note('the same day again, nothing new', again);
    const question = ofThree(() => tieout('sql', 'select 1'));
    note('`sql "select 1"`', question);
    for (const name of ['status', 'breaks']) {
      const asked = ofThree(() => tieout(name));
      note(`\`${name}\``, asked);
    }
    const [item] = JSON.parse(tieout('--json', 'breaks').stdout);
    const explained = ofThree(() => tieout('explain', item.break_id));
    note('`explain`', explained);
    note('`doctor`', tieout('doctor'));
    const why = ['--reason', 'own_error', '--note', 'Measured', '--author', 'bench'];
    note('`decide`, one item', tieout('decide', 'explain', item.break_id, ...why));
    note('`rebuild` of these runs', tieout('rebuild'));
  } finally {
    services.stop();
  }
}

function* statementLines(count) {
  yield 'ID,Type,Reference Nr.,Currency,Amount,Fee,Net Amount,Payment Method,Status,Paid On,Related To\n';
  for (let n = 0; n < count; n += 1) {
    const cents = 500 + ((n * 7919) % 90_000);
    const time = new Date(Date.UTC(2026, 9, 2 + (n % 5)) + (n % 86_400) * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    yield `id-${n},purchase,INV-${n},MYR,${(cents / 100).toFixed(2)},0.50,${((cents - 50) / 100).toFixed(2)},fpx,paid,${time},\n`;
  }
}

/** The cost of a process that loads the driver and reads a statement into a table, its figures and times typed. */
function bareLoad(place) {
  const figures = ['Amount', 'Fee', 'Net Amount'].map((name) => `"${name}"::decimal(18, 4) as "${name}"`).join(', ');
  const load = `create or replace table payment as select * replace (${figures}, "Paid On"::timestamp as "Paid On")
    from read_csv('statement.csv', all_varchar = true, header = true)`;
  const done = measured(['--input-type=module', '-e', onDatabase('bare.duckdb', '{}', load)], { folder: place });
  if (done.status !== 0) throw new Error(done.stderr);
  return done;
}

/**
 * The cost of importing a statement of a number of lines into a new company, to the reports; of several times, the median. Beside
 * it, the cost of a bare load.
 */
async function importOf(count, { times = 1, isLoadedBare = false } = {}) {
  const place = mkdtempSync(join(folder, 'import-'));
  const company = `data_dir: data\ncompanies:\n  - name: shop\n    zone: ${zone}\n    currencies: [MYR]\n    gateway: { base_url: 'http://127.0.0.1:9', secret_key: { env: BENCH_KEY } }\n`;
  writeFileSync(join(place, 'tieout.yaml'), company);
  await pipeline(Readable.from(statementLines(count)), createWriteStream(join(place, 'statement.csv')));
  const done = median(times, () => {
    rmSync(join(place, 'data'), { recursive: true, force: true });
    return measured([cli, '-q', 'import', 'statement', 'statement.csv'], { folder: place, env: { BENCH_KEY: 'k' } });
  });
  if (![0, 3, 4].includes(done.status)) throw new Error(done.stderr);
  const bare = isLoadedBare ? median(times, () => bareLoad(place)) : undefined;
  rmSync(place, { recursive: true });
  return { ...done, bare };
}

await measureCommands();
const few = await importOf(fewLines);
note('`import statement` of 50,000 lines', few);
const many = await importOf(manyLines);
note('`import statement` of 200,000 lines', many);
const most = await importOf(mostLines, { times: 3, isLoadedBare: true });
note('`import statement` of 3,000,000 lines', most);
note('a bare load of these 3,000,000 lines', most.bare);
rmSync(folder, { recursive: true });
const growth = many.seconds / few.seconds;
const load = most.seconds / most.bare.seconds;
const ofGrowth = `Four times the lines of a statement: ${growth.toFixed(1)} times the processor time (at most ${growthLimit}).`;
const ofLoad = `3,000,000 lines: ${load.toFixed(1)} times a bare load (at most ${loadLimit}) in ${most.mib} MiB (at most ${memoryLimit}).`;
check(growth <= growthLimit, ofGrowth);
check(load <= loadLimit && most.mib <= memoryLimit, ofLoad);
if (process.argv.includes('--record')) record('Commands', `${text()}\n\n${ofGrowth} ${ofLoad}`);
