// Bank against books without shared keys: precision and F1 on seeds that were not used to develop the rules.
// `npm run accuracy without-keys [FIRST_SEED] [SEEDS]`. Seeds 1 to 20 were used for development; the
// table and the thresholds use seeds from 101. A line for the development seeds is shown as well: much better figures there would indicate overfitting.
import { openWarehouse } from '../../build/warehouse/open.js';
import { f1Of, precisionOf, recallOf, score } from './score.mjs';
import { bankAndBooks } from './without-keys/bank-and-books.mjs';
import { passes } from './without-keys/passes.mjs';

const floor = { precision: 0.995, f1: 0.9 };
const firstSeed = Number(process.argv[2] ?? 101);
const seeds = Number(process.argv[3] ?? 10);
const developmentSeeds = [1, 2, 3, 4, 5];
const sizes = [
  { records: 1000, days: 31 },
  { records: 10_000, days: 92 },
];

const warehouse = await openWarehouse(':memory:');
const rate = (value) => value.toFixed(4);
const line = (...cells) =>
  console.log(cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(11))).join(''));
let isGood = true;
console.log(
  `Bank against books without shared keys, seeds ${firstSeed} to ${firstSeed + seeds - 1}; floors: precision ${floor.precision}, F1 ${floor.f1}`,
);
for (const size of sizes) {
  console.log();
  line(
    `${size.records} records, ${size.days} days`,
    'true',
    'matched',
    'right',
    'precision',
    'recall',
    'F1',
    'suggested',
    'of it right',
    'seconds',
  );
  const unseen = Array.from({ length: seeds }, (_, index) => firstSeed + index);
  const all = await measure(unseen, size, print);
  print('all', all);
  print(`development (${developmentSeeds.length} seeds)`, await measure(developmentSeeds, size, () => {}));
  isGood &&= precisionOf(all) >= floor.precision && f1Of(all) >= floor.f1;
}
warehouse.close();
if (!isGood) {
  console.error('\nBelow the floor.');
  process.exitCode = 1;
}

/** Scores and prints each seed, and returns the sums. */
async function measure(seedsToScore, size, tell) {
  const all = { truths: 0, matched: 0, right: 0, suggested: 0, suggestedRight: 0, seconds: 0 };
  for (const seed of seedsToScore) {
    const result = await score(warehouse.connection, passes, bankAndBooks({ seed, ...size }));
    for (const name of Object.keys(all)) all[name] += result[name];
    tell(`seed ${seed}`, result);
  }
  return all;
}

function print(title, result) {
  const { truths, matched, right, suggested, suggestedRight, seconds } = result;
  const rates = [precisionOf(result), recallOf(result), f1Of(result)].map(rate);
  line(title, truths, matched, right, ...rates, suggested, suggestedRight, seconds.toFixed(2));
}
