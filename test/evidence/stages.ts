import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { stringify } from 'yaml';
import { z } from 'zod';
import { createClock } from '../../sandbox/src/clock.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { companyKey } from '../../src/privacy/company-key.ts';
import { tieoutProcess } from '../given/command.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { placeWarehouse } from '../given/warehouse.ts';

/** The last three days of last month, from which a company starts: a month that can be closed after three runs. */
const last = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').with({ day: 1 }).subtract({ days: 1 });
const first = last.subtract({ days: 2 });
/** What every process and both services take for now. */
const frozenAt = Math.floor(Date.now() / 60_000) * 60_000;

/** A command that is killed: what it starts from, its arguments, and whether it asks the services. */
export type Stage = { name: string; from: string; args: string[]; isAsking: boolean };

/** The folder of a company's configuration and data, with what its processes need to know. */
export type Place = { folder: string; env: Record<string, string> };

const zone = 'Asia/Kuala_Lumpur';

export async function startServices(): Promise<RunningSandbox> {
  return startSandbox({
    seed: 17,
    days: 4,
    until: last.toString(),
    breaks: 'none',
    ordersPerDay: 5,
    clock: createClock({ startAt: frozenAt, isStill: true }),
    gateway: { statementReadyMs: 0 },
  });
}

/** Points a folder to running services, and gives what a process there needs. */
export function configure(folder: string, sandbox: RunningSandbox): Place {
  const company = {
    name: 'acme',
    zone,
    currencies: ['MYR', 'SGD'],
    starts_on: first.toString(),
    gateway: { base_url: sandbox.gatewayUrl, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: 0 },
    payout: { base_url: sandbox.payoutUrl, api_key: { env: 'T_PAYOUT_KEY' }, api_secret: { env: 'T_PAYOUT_SECRET' } },
    books: { orders: { file: 'orders.csv' } },
  };
  writeFileSync(
    join(folder, 'tieout.yaml'),
    stringify({ data_dir: 'data', warehouse: { threads: 1 }, companies: [company] }),
  );
  const env = {
    T_GATEWAY_KEY: sandbox.gatewaySecretKey,
    T_PAYOUT_KEY: sandbox.payoutApiKey,
    T_PAYOUT_SECRET: sandbox.payoutApiSecret,
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('frozen-clock.cjs', import.meta.url))}`,
    TIEOUT_FROZEN_AT: String(frozenAt),
  };
  return { folder, env };
}

/** The arguments of a command in a folder, which is `{folder}` in them. */
export const argsAt = ({ folder }: Place, args: readonly string[]) =>
  ['-c', '{folder}/tieout.yaml', ...args].map((argument) => argument.replace('{folder}', folder));

/** A new folder with what another one has. */
export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'tieout-kills-'));
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** How many statements were requested. */
export async function statementsAsked(sandbox: RunningSandbox): Promise<number> {
  const answer = await fetch(`${sandbox.gatewayUrl}/company_statements/`, {
    headers: { authorization: `Bearer ${sandbox.gatewaySecretKey}` },
  });
  return z.object({ results: z.array(z.unknown()) }).parse(await answer.json()).results.length;
}

const runArgs = ['run', '--from', first.toString(), '--to', last.toString()];
const month = last.toPlainYearMonth().toString();

/** The commands in the order in which a person uses them, each with a folder as the one before it left it. */
export async function makeStages(): Promise<Stage[]> {
  const sandbox = await startServices();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'tieout-kills-'));
    const place = configure(folder, sandbox);
    const paths = companyPaths(join(folder, 'data'), 'acme');
    placeWarehouse(paths.warehouse);
    // made before the folder is copied: the names that a pack masks depend on this key, which is random
    await companyKey(paths.privacyKey);
    const { orders, bank } = sandbox.files();
    const lines = orders.split('\r\n');
    // a payment without an order: a person explains it
    const lost = lines.find((line) => line.includes(`,${last}T`) && line.includes(',paid,'));
    writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => line !== lost).join('\r\n'));
    writeFileSync(join(folder, 'bank.csv'), bank);
    const stages: Stage[] = [];
    const add = async (name: string, args: string[], isAsking = false) => {
      stages.push({ name, from: copyOf(folder), args, isAsking });
      if (name === 'schedule') return;
      const { status, out, err } = await tieoutProcess(['-q', ...argsAt(place, args)], place.env);
      if (status !== 0 && status !== 3) throw new Error(`${name} ended with ${status}: ${out}${err}`);
    };
    await add('schedule', ['schedule', '--once'], true);
    await add('run', runArgs, true);
    await add('import', ['import', 'bank', '{folder}/bank.csv', '--currency', 'MYR']);
    const { out } = await tieoutProcess(['-q', '--json', ...argsAt(place, ['breaks'])], place.env);
    const items = z.array(z.object({ break_id: z.string(), outcome: z.string() })).parse(JSON.parse(out));
    const broken = items.find(({ outcome }) => outcome !== 'timing');
    const why = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];
    await add('decide', ['decide', 'explain', broken?.break_id ?? '', ...why]);
    await add('rebuild', ['rebuild']);
    await givenSelftest(join(place.folder, 'data'));
    await add('close', ['close', month, '--no-run']);
    rmSync(folder, { recursive: true });
    return stages;
  } finally {
    await sandbox.close();
  }
}
