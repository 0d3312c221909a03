// Whether a day costs more with many days behind it: days of a merchant without planted breaks, run one after another, and the close of the
// month before. `npm run bench days [DAYS]`; with --record, the table is written to docs/performance.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medianOf } from './measured-process.mjs';
import { newTable, record } from './result.mjs';
import { companyAt, day, floorOf, startServices } from './small-company.mjs';

const days = Number(process.argv[2]) || 70;
if (days < 62) throw new Error('At least 62 days, so that the whole month before is among them.');
/** The days at each end whose median is compared. */
const atEnds = 7;

/** Records a selftest of this version, as `tieout selftest` does; it takes minutes. */
async function selftested(dataDir) {
  const { recordSelftest } = await import('../../build/close/selftest-record.js');
  const { rulesFingerprint } = await import('../../build/warehouse/rules-fingerprint.js');
  const made = { version: '', rules_sha256: await rulesFingerprint(), made_at: new Date().toISOString() };
  await recordSelftest(join(dataDir, 'selftest.json'), { ...made, fired: 100, silent: 0 });
}

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
const { note, text } = newTable();
const options = ['--days', `${days}`, '--orders-per-day', '3', '--breaks', 'none'];
const services = await startServices(folder, ...options);
try {
  const company = companyAt(services, folder);
  const runs = Array.from({ length: days }, (_, n) => {
    const date = day(days - 1 - n);
    const ran = company.runDays(date, date);
    console.log(`${date}: ${ran.seconds.toFixed(2)} s, ${ran.mib} MiB`);
    return ran;
  });
  note('the floor', floorOf(company));
  // the first day, which makes the warehouse, is no part of the comparison
  const [early, late] = [runs.slice(1, 1 + atEnds), runs.slice(-atEnds)].map(medianOf);
  note(`a day of 3 orders, median of days 2 to ${1 + atEnds}`, early);
  note(`the same, median of the last ${atEnds} of ${days} days`, late);
  const ratio = `A day at the end costs ${(late.seconds / early.seconds).toFixed(2)} times a day at the beginning.`;
  console.log(ratio);
  const month = day(Number(day(0).slice(8))).slice(0, 7);
  await selftested(join(company.folder, 'tieout-data'));
  const closed = company.tieout('close', month, '--no-run');
  if (closed.status !== 0) throw new Error(`The month was not closed: ${closed.stdout}`);
  note('`close` of the month before', closed);
  if (process.argv.includes('--record')) record('Many days', `${text()}\n\n${ratio}`);
} finally {
  services.stop();
  rmSync(folder, { recursive: true });
}
