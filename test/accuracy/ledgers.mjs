// Matching with default settings on generated ledgers that the rules were not tuned to: precision and recall by ledger and by phenomenon,
// and pairs of ledgers that have nothing to do with each other. `npm run accuracy [FIRST_SEED] [SEEDS]`. Seeds 1 to 20
// were used for development. The figures count sure matches; suggestions are counted beside them. found: the share of the true matches that are
// sure or suggested.
import { openWarehouse } from '../../build/warehouse/open.js';
import { bands, calibrationOf } from './ledgers/calibration.mjs';
import { checksAndWires } from './ledgers/checks-and-wires.mjs';
import { passes } from './ledgers/passes.mjs';
import { precisionOf, recallOf, score } from './ledgers/score.mjs';
import { shopsAndCouriers } from './ledgers/shops-and-couriers.mjs';

const floor = { precision: 0.998, falseOfUnrelated: 1 / 10_000 };
const firstSeed = Number(process.argv[2] ?? 101);
const seeds = Number(process.argv[3] ?? 3);
const generators = { checksAndWires, shopsAndCouriers };
const sizes = [
  { records: 1000, days: 31 },
  { records: 10_000, days: 92 },
];

const warehouse = await openWarehouse(':memory:');
const { connection } = warehouse;
const line = (...cells) =>
  console.log(cells.map((cell, index) => (index === 0 ? String(cell).padEnd(40) : String(cell).padStart(11))).join(''));
let isGood = true;

const sums = { matched: 0, right: 0 };
const calibration = bands.map(() => ({ pairs: 0, right: 0 }));
for (const [name, generate] of Object.entries(generators))
  for (const size of sizes) await measure(name, generate, size);
console.log(`\nAll ledgers: precision ${precisionOf(sums).toFixed(4)}`);
isGood &&= precisionOf(sums) >= floor.precision;
printCalibration();
await measureUnrelated();
warehouse.close();
if (!isGood) {
  console.error('\nBelow the floor.');
  process.exitCode = 1;
}

async function measure(name, generate, size) {
  const all = { truths: 0, matched: 0, right: 0, suggested: 0, suggestedRight: 0, seconds: 0 };
  const phenomena = new Map();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const { records, truth } = generate({ seed, ...size });
    const result = await score(connection, passes, { records, truth });
    for (const [band, { pairs, right }] of (await calibrationOf(connection, result.known)).entries()) {
      calibration[band].pairs += pairs;
      calibration[band].right += right;
    }
    for (const each of Object.keys(all)) all[each] += result[each];
    count(phenomena, truth, result.found);
  }
  print(`${name}, ${size.records} records`, all, phenomena);
  sums.matched += all.matched;
  sums.right += all.right;
}

function count(phenomena, truth, found) {
  const sure = new Set(found.filter((match) => !match.is_suggested).map(({ keys }) => keys));
  const suggested = new Set(found.filter((match) => match.is_suggested).map(({ keys }) => keys));
  for (const { keys, phenomenon } of truth) {
    const of = phenomena.get(phenomenon) ?? { truths: 0, sure: 0, suggested: 0 };
    phenomena.set(phenomenon, of);
    of.truths += 1;
    if (sure.has(keys.join())) of.sure += 1;
    if (suggested.has(keys.join())) of.suggested += 1;
  }
}

function print(title, all, phenomena) {
  const rate = (value) => value.toFixed(4);
  const [precision, recall] = [precisionOf(all), recallOf(all)];
  console.log();
  line(title, ...['true', 'sure', 'right', 'precision', 'recall', 'suggested', 'rightly', 'found', 'seconds']);
  line(
    `seeds ${firstSeed} to ${firstSeed + seeds - 1}`,
    ...[all.truths, all.matched, all.right, rate(precision), rate(recall)],
    ...[all.suggested, all.suggestedRight],
    ...[rate((all.right + all.suggestedRight) / all.truths), all.seconds.toFixed(1)],
  );
  if (phenomena.size === 1) return;
  for (const [phenomenon, of] of [...phenomena].sort((a, b) => b[1].truths - a[1].truths))
    line(`  ${phenomenon}`, of.truths, '', of.sure, '', '', '', of.suggested);
}

/** Whether a band is right as often as the one below it, within three deviations of what their numbers of pairs can show. */
function isAsRight(band, below) {
  const share = (band.right + below.right) / (band.pairs + below.pairs);
  const deviation = Math.sqrt(share * (1 - share) * (1 / band.pairs + 1 / below.pairs));
  return band.right / band.pairs >= below.right / below.pairs - 3 * deviation;
}

/** A greater margin has to be right at least as often. */
function printCalibration() {
  const shares = calibration.map(({ pairs, right }) => right / pairs);
  const text = bands.map((least, band) => `from ${least}: ${shares[band].toFixed(4)} of ${calibration[band].pairs}`);
  console.log(`Right pairs by margin, without the passes before: ${text.join('; ')}`);
  isGood &&=
    calibration.every((each, band) => band === 0 || isAsRight(each, calibration[band - 1])) &&
    shares.at(-1) >= floor.precision;
}

/** The books of one ledger and the bank lines of another one, of the same days. */
async function measureUnrelated() {
  let [records, sure] = [0, 0];
  for (const generate of Object.values(generators)) {
    const size = { records: 20_000, days: 92 };
    const books = generate({ seed: firstSeed, ...size }).records.filter(({ side }) => side === 'left');
    const bank = generate({ seed: firstSeed + 1000, ...size }).records.filter(({ side }) => side === 'right');
    const firstDay = (list) => Math.min(...list.map(({ at }) => Date.parse(at)));
    const later = firstDay(books) - firstDay(bank);
    const moved = bank.map((record) => ({
      ...record,
      at: new Date(Date.parse(record.at) + later).toISOString().slice(0, 10),
    }));
    const between = passes.filter((pass) => !pass.startsWith('offsetting'));
    const { found } = await score(connection, between, { records: [...books, ...moved], truth: [] });
    records += books.length + moved.length;
    // what one ledger cancels itself is right
    const ofBank = new Set(moved.map(({ key }) => key));
    sure += found.filter(({ is_suggested, keys }) => {
      const fromBank = keys.split(',').filter((key) => ofBank.has(key)).length;
      return !is_suggested && fromBank > 0 && fromBank < keys.split(',').length;
    }).length;
  }
  console.log(`\nUnrelated ledgers: ${sure} sure matches of ${records} records`);
  isGood &&= sure / records <= floor.falseOfUnrelated;
}
