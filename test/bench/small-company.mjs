// A company of the sandbox whose commands are measured, and the floor that they are measured against: a process that loads the
// driver, opens the company's snapshot and asks `select 1`.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { measured, median } from './measured-process.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cli = join(root, 'dist', 'cli.js');
export const zone = 'Asia/Kuala_Lumpur';

const until = Temporal.Now.zonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
/** Yesterday, or a day before it. */
export const day = (before) => until.subtract({ days: before }).toString();

/** A program that runs one statement in a database. */
export function onDatabase(path, options, sql) {
  const driver = join(root, 'node_modules', '@duckdb', 'node-api', 'lib', 'index.js');
  return `const { DuckDBInstance } = await import(${JSON.stringify(driver)});
    const instance = await DuckDBInstance.create(${JSON.stringify(path)}, ${options});
    const connection = await instance.connect();
    await connection.run(${JSON.stringify(sql)});
    connection.closeSync();
    instance.closeSync();`;
}

/** Starts the sandbox with these options; the environment with its keys, the configuration of its company, and how to stop it. */
export async function startServices(folder, ...options) {
  const sandbox = spawn(process.execPath, [cli, 'sandbox', ...options], { cwd: folder });
  let printed = '';
  await new Promise((resolve, reject) => {
    sandbox.on('exit', () => reject(new Error(printed)));
    sandbox.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    sandbox.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C')) resolve();
    });
  });
  sandbox.removeAllListeners('exit');
  const env = Object.fromEntries(
    [...printed.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const [, config] = /^cat > tieout\.yaml <<\S+\n([\s\S]*?)\nE\w*$/m.exec(printed) ?? [];
  return { env, config, stop: () => sandbox.kill('SIGINT') };
}

/** Exit statuses of a command that did its work, whatever its verdict. */
const worked = [0, 3, 4];

/** A new company at these services, in a folder of its own: calls the command for it. */
export function companyAt({ env, config }, parent) {
  const folder = mkdtempSync(join(parent, 'company-'));
  writeFileSync(join(folder, 'tieout.yaml'), config);
  const tieout = (...args) => {
    const done = measured([cli, ...(args.includes('--json') ? [] : ['-q']), ...args], { folder, env });
    if (!worked.includes(done.status)) throw new Error(`${args.join(' ')}: ${done.stderr}`);
    return done;
  };
  const runDays = (first, last) => tieout('run', '--from', first, '--to', last);
  return { folder, tieout, runDays, snapshot: join(folder, 'tieout-data', 'shop', 'warehouse', 'published.duckdb') };
}

/** What a bare process costs that asks the snapshot of a company. */
export function floorOf({ folder, snapshot }) {
  const bare = onDatabase(snapshot, "{ access_mode: 'READ_ONLY' }", 'select 1');
  return median(5, () => measured(['--input-type=module', '-e', bare], { folder }));
}
