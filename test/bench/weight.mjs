// The weight of a small company: what its commands cost against the floor in the same run, how many statements each runs in the
// database, and whether a day costs more with many days behind it. `npm run bench weight`; with --json the result is JSON, with
// --record it is written to docs/performance.md. `npm run bench weight -- --year [DAYS]` measures days that are run one after
// another, a year of them or as many as are named, and nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { measureCommands } from './command-costs.mjs';
import { commit, record, tableOf } from './result.mjs';
import { companyAt, day, floorOf, startServices } from './small-company.mjs';

const args = process.argv.slice(2);
const [isJson, isRecorded, isYear] = ['--json', '--record', '--year'].map((option) => args.includes(option));
const daysOfYear = Number(args[args.indexOf('--year') + 1]) || 365;

const daysBehind = 100;
/** Days run one after another have few orders: their number costs little, the number of days a lot. */
const ordersInYear = 3;
/** The days at each end of a sequence whose median is compared. */
const atEnds = 7;

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
const publishing = 'Publishing the snapshot';
const rows = [];
let floor = 0;
// with --json, standard output belongs to the result
const say = isJson ? console.error : console.log;

function note(title, { seconds, mib, statements, passes }) {
  if (floor === 0) floor = seconds;
  const ratio = seconds / floor;
  rows.push({ title, seconds, ratio, mib, statements, passes });
  say(`${title}: ${seconds.toFixed(2)} s, ${ratio.toFixed(1)} x the floor, ${mib} MiB, ${statements} statements`);
}

/** Calls with the services of a merchant without planted breaks, so that nothing of earlier days stays open. */
async function withServices(days, ordersPerDay, until, work) {
  const options = { days, 'orders-per-day': ordersPerDay, until, breaks: 'none' };
  const services = await startServices(
    folder,
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]),
  );
  try {
    return await work(services);
  } finally {
    services.stop();
  }
}

/** The newest day with one day or with many days behind it, and the publishing in it. */
function dayBehind(services, count, title) {
  const { runDays } = companyAt(services, folder);
  runDays(day(count), day(1));
  const whole = runDays(day(0), day(0), '--json');
  const part = whole.steps[publishing];
  note(title, whole);
  return { seconds: whole.seconds, publishing: part, besides: whole.seconds - part, statements: whole.statements };
}

async function history() {
  const [one, many] = await withServices(daysBehind + 1, 12, day(0), (services) => [
    dayBehind(services, 1, 'a day of 12 orders with one day behind it'),
    dayBehind(services, daysBehind, `a day of 12 orders with ${daysBehind} days behind it`),
  ]);
  const ratio = many.besides / one.besides;
  const apart = ({ publishing: seconds }) => seconds.toFixed(2);
  const text = `A day with ${daysBehind} days behind it costs ${ratio.toFixed(2)} times as much as with one day, without publishing; publishing costs ${apart(many)} s instead of ${apart(one)} s.`;
  return { one, many, ratio, text };
}

/** Records a selftest of this version, as `tieout selftest` does; it takes minutes. */
async function selftested(dataDir) {
  const { recordSelftest } = await import('../../build/close/selftest-record.js');
  const { rulesFingerprint } = await import('../../build/warehouse/rules-fingerprint.js');
  const made = { version: '', rules_sha256: await rulesFingerprint(), made_at: new Date().toISOString() };
  await recordSelftest(join(dataDir, 'selftest.json'), { ...made, fired: 100, silent: 0 });
}

/** The newest month of 31 days that has ended. */
function longMonth() {
  const months = Array.from({ length: 3 }, (_, n) =>
    Temporal.PlainDate.from(day(-1))
      .toPlainYearMonth()
      .subtract({ months: n + 1 }),
  );
  return months.find(({ daysInMonth }) => daysInMonth === 31);
}

async function closing() {
  const month = longMonth();
  const [first, last] = [1, 31].map((date) => month.toPlainDate({ day: date }).toString());
  await withServices(31, 12, last, async (services) => {
    const { folder: own, tieout, runDays } = companyAt(services, folder);
    runDays(first, last);
    await selftested(join(own, 'tieout-data'));
    const closed = tieout('close', month.toString(), '--no-run');
    if (closed.status !== 0) throw new Error(`The month was not closed: ${closed.stdout}`);
    note('`close` of a month of 31 such days', closed);
  });
}

const medianOf = (figures) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];

/** Days run one after another. The first day, which makes the warehouse, is no part of the comparison. */
async function year() {
  const measured = await withServices(daysOfYear, ordersInYear, day(0), (services) => {
    const company = companyAt(services, folder);
    const runs = Array.from({ length: daysOfYear }, (_, n) => {
      const date = day(daysOfYear - 1 - n);
      const { seconds, mib, statements, passes, steps } = company.runDays(date, date, '--json');
      say(`${date}: ${seconds.toFixed(2)} s, ${mib} MiB, ${statements} statements, ${passes} passes`);
      return { seconds, mib, statements, passes, publishing: steps[publishing] };
    });
    note('the floor', floorOf(company));
    return runs;
  });
  const [early, late] = [measured.slice(1, 1 + atEnds), measured.slice(-atEnds)].map((runs) => {
    const figure = (name) => medianOf(runs.map((run) => run[name]));
    return Object.fromEntries(
      ['seconds', 'mib', 'statements', 'passes', 'publishing'].map((name) => [name, figure(name)]),
    );
  });
  note(`a day of ${ordersInYear} orders, median of days 2 to ${1 + atEnds}`, early);
  note(`the same, median of the last ${atEnds} of ${daysOfYear} days`, late);
  const besides = ({ seconds, publishing: part }) => seconds - part;
  const ratio = late.seconds / early.seconds;
  const text = `${daysOfYear} days of ${ordersInYear} orders, run one after another: a day at the end costs ${ratio.toFixed(2)} times a day at the beginning, ${(besides(late) / besides(early)).toFixed(2)} times without publishing.`;
  return { days: daysOfYear, early, late, ratio, text };
}

const results = {};
if (isYear) results.year = await year();
else {
  await measureCommands(folder, note);
  results.history = await history();
  await closing();
}
rmSync(folder, { recursive: true });
const summary = Object.values(results)
  .map(({ text }) => text)
  .join('\n');
const passes = rows.find(({ title }) => title.startsWith('a day of 12'))?.passes;
const judged = passes === undefined ? '' : ` A day is judged in ${passes === 1 ? 'one pass' : `${passes} passes`}.`;
const content = `${tableOf(rows, { hasStatements: true })}\n\n${summary}${judged}`;
if (isJson)
  console.log(JSON.stringify({ commit: commit(), node: process.versions.node, floor, rows, ...results }, null, 2));
else console.log(`\n${content}`);
if (isRecorded) record(isYear ? 'Many days' : 'Weight', content);
