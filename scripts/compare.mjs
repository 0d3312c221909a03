// `npm run compare -- COMMIT [WORLD...]`: compares the results of the work tree with those of a commit. Each world of the sandbox is run for
// three days with the commit (the second day twice) and one item is decided; then the work tree rebuilds it, and the rebuild lists the
// rows of mart that differ from the published rows of the commit. Fails for a difference. For changes that should change no result.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const { parse, stringify } = await import('yaml');
const { startServices } = await import('../test/bench/small-company.mjs');

/** How the sandbox is started, and which sections the configuration of its company lacks. */
const worlds = {
  standard: { args: ['--breaks', 'standard'] },
  services: { args: ['--breaks', 'services'] },
  clean: { args: ['--breaks', 'none'] },
  three_currencies: { args: ['--breaks', 'standard', '--currencies', 'MYR,SGD,JPY'] },
  reserve: { args: ['--breaks', 'standard', '--reserve', '10:2'] },
  gateway: { args: ['--breaks', 'standard'], without: ['books', 'payout'] },
  payouts: { args: ['--breaks', 'standard'], without: ['gateway', 'statement', 'fees'] },
};

const [commit, ...chosen] = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in worlds));
if (commit === undefined || unknown.length > 0) {
  console.error(`Usage: npm run compare -- COMMIT [WORLD...]. Worlds: ${Object.keys(worlds).join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'tieout-compare-'));
const old = join(folder, 'commit');
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', old, commit], { cwd: root });

/** What every world has in common, in a folder for its files. */
const optionsOf = (place) => ['--days', '4', '--orders-per-day', '25', '--until', '2026-11-20', '--files', place];

function withoutSections(config, sections) {
  const read = parse(config);
  for (const company of read.companies) for (const section of sections) delete company[section];
  return stringify(read);
}

/** Runs the days of a world with the commit, and rebuilds them with the work tree. Returns the comparison of the rebuild. */
async function compared(name, { args, without = [] }) {
  const place = join(folder, name);
  mkdirSync(place);
  const { stop, env, config } = await startServices(place, ...optionsOf(place), ...args);
  writeFileSync(join(place, 'tieout.yaml'), withoutSections(config, without));
  const call = (program, ...words) => {
    const options = { cwd: place, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 };
    const done = spawnSync(process.execPath, [join(program, 'dist', 'cli.js'), '-q', ...words], options);
    if (![0, 3, 4].includes(done.status)) throw new Error(`${name}: tieout ${words.join(' ')}\n${done.stderr}`);
    return done.stdout;
  };
  try {
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) call(old, 'run', '--from', day, '--to', day);
    call(old, 'run', '--from', '2026-11-19', '--to', '2026-11-19', '--refresh');
    const [item] = JSON.parse(call(old, '--json', 'breaks'));
    if (item !== undefined) {
      const why = ['--reason', 'own_error', '--note', 'Compared', '--author', 'compare'];
      call(old, 'decide', 'explain', item.break_id, ...why);
    }
    const [{ comparison }] = JSON.parse(call(root, '--json', 'rebuild')).companies;
    return comparison;
  } finally {
    stop();
  }
}

try {
  run(process.execPath, ['scripts/build.mjs'], { cwd: old });
  for (const name of chosen.length > 0 ? chosen : Object.keys(worlds)) {
    const { state, reason, views, different } = await compared(name, worlds[name]);
    if (state === 'not_compared') throw new Error(`${name}: ${reason}`);
    const rows = different.filter(({ only_published, only_rebuilt }) => only_published + only_rebuilt > 0);
    console.log(`${name}: ${rows.length === 0 ? 'equal' : 'different'} rows in ${views} relations`);
    for (const { view, problem = '', only_published, only_rebuilt, first } of different)
      console.log(
        `  ${view}: ${only_published} rows before, ${only_rebuilt} now. ${problem}`,
        ...first.map((row) => `\n    ${JSON.stringify(row)}`),
      );
    if (rows.length > 0) process.exitCode = 1;
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}
