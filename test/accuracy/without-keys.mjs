// Bank against books without shared keys: precision and F1 of what is matched, on seeds that no rule was made with.
// `npm run accuracy without-keys [FIRST_SEED] [SEEDS]`. The rules were made with seeds 1 to 20; the table is of 101 and on.
import { openWarehouse } from '../../dist/warehouse/open.js';
import { passes } from './without-keys/passes.mjs';
import { f1Of, precisionOf, recallOf, score } from './without-keys/score.mjs';

const floor = { precision: 0.995, f1: 0.9 };
const firstSeed = Number(process.argv[2] ?? 101);
const seeds = Number(process.argv[3] ?? 10);
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
  const results = [];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const result = await score(warehouse.connection, passes, { seed, ...size });
    results.push(result);
    print(`seed ${seed}`, result);
  }
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  const names = ['truths', 'matched', 'right', 'suggested', 'suggestedRight', 'seconds'];
  const all = Object.fromEntries(names.map((name) => [name, sum(name)]));
  print('all', all);
  isGood &&= precisionOf(all) >= floor.precision && f1Of(all) >= floor.f1;
}
warehouse.close();
if (!isGood) {
  console.error('\nBelow the floor.');
  process.exitCode = 1;
}

function print(title, result) {
  const { truths, matched, right, suggested, suggestedRight, seconds } = result;
  const rates = [precisionOf(result), recallOf(result), f1Of(result)].map(rate);
  line(title, truths, matched, right, ...rates, suggested, suggestedRight, seconds.toFixed(2));
}
