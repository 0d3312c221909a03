// `npm run test:long`: the long tests, each with a share of its cases that the commit chooses; `-- --minutes 9` begins none after
// nine minutes. Those of recently changed folders come first, then the others in an order that the commit chooses.
// `npm run test:whole`: all tests with all their cases, or those of the given folders and files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root, runBin } from './prepare.mjs';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, whole: { type: 'boolean' } },
  allowPositionals: true,
});

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
const commit = git('rev-parse', 'HEAD');

/** src/close and sql/check are tested in test/close and test/check: the names of the folders in which something changed within a day. */
function changedFolders() {
  const dayBefore = Number(git('log', '-1', '--format=%ct')) - 24 * 60 * 60;
  const paths = git('log', `--since=${dayBefore}`, '--name-only', '--format=').split('\n');
  return new Set(
    paths.map((path) => /^(?:src|sql|test)\/([^/]+)\//.exec(path)?.[1]).filter((name) => name !== undefined),
  );
}

const changed = changedFolders();
const isChanged = (path) => changed.has(path.split('/')[1]);
const drawn = (path) => createHash('sha256').update(commit).update(path).digest('hex');
const inOrder = (a, b) => Number(isChanged(b)) - Number(isChanged(a)) || drawn(a).localeCompare(drawn(b));

const testsOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(values.whole ? '.test.ts' : '.long.test.ts'))
    .filter((path) => positionals.length === 0 || positionals.some((given) => path.startsWith(given)));
// test/apt and test/packed need more than npm packages
const packages = readdirSync(join(root, 'packages')).flatMap((name) => testsOf(`packages/${name}/test`));
const order = [...testsOf('test'), ...packages].filter((path) => !/^test\/(?:apt|packed)\//.test(path)).sort(inOrder);
const until = values.minutes === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + Number(values.minutes) * 60_000;

const seed = process.env.TIEOUT_SEED ?? commit;
console.log(`TIEOUT_SEED=${seed}`);

ensureInstalled();
ensureBuilt();
runBin('vitest/vitest.mjs', ['run', ...order], {
  env: {
    ...process.env,
    TIEOUT_LONG: JSON.stringify({ order, until }),
    TIEOUT_SEED: seed,
    ...(values.whole ? { TIEOUT_CASES: 'whole' } : {}),
  },
});
