import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { createClock } from '../../packages/sandbox/src/clock.ts';
import { type RunningSandbox, startSandbox } from '../../packages/sandbox/src/start.ts';
import { companyKey } from '../../src/privacy/company-key.ts';
import { tieoutProcess } from '../given/command.ts';
import { companyAt, givenData } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { lastMonth, paidOrders, withoutLines } from '../given/shop.ts';
import { placeWarehouse } from '../given/warehouse.ts';

const { month, first, last } = lastMonth();
/** What every process and both services take for now. */
const frozenAt = Math.floor(Date.now() / 60_000) * 60_000;

/** A command that is killed: what it starts from, and its arguments. */
export type Stage = { name: string; from: string; args: string[] };

let ports: { gatewayPort: number; payoutPort: number } | undefined;

/** The services always have the same ports, because records have links to them. */
export async function startServices(): Promise<RunningSandbox> {
  const services = await startSandbox({
    ...ports,
    seed: 17,
    days: 3,
    until: last,
    breaks: 'none',
    ordersPerDay: 5,
    clock: createClock({ startAt: frozenAt, isStill: true }),
    gateway: { statementReadyMs: 0 },
  });
  const portOf = (url: string) => Number(new URL(url).port);
  ports = { gatewayPort: portOf(services.gatewayUrl), payoutPort: portOf(services.payoutUrl) };
  return services;
}

/** Points a folder to running services, and gives the environment of a process there. */
export function configure(folder: string, sandbox: RunningSandbox): Record<string, string> {
  const { company, env } = companyAt(sandbox);
  const own = { starts_on: first, books: { orders: { file: 'orders.csv' } } };
  const config = { data_dir: 'data', warehouse: { threads: 1 }, companies: [{ ...company, ...own }] };
  writeFileSync(join(folder, 'tieout.yaml'), stringify(config));
  return {
    ...env,
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('frozen-clock.cjs', import.meta.url))}`,
    TIEOUT_FROZEN_AT: String(frozenAt),
  };
}

/** The arguments of a command in a folder, which is `{folder}` in them. */
export const argsAt = (folder: string, args: readonly string[]) =>
  ['-q', '-c', '{folder}/tieout.yaml', ...args].map((argument) => argument.replace('{folder}', folder));

/** A new folder with what another one has. */
export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'tieout-kills-'));
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** The commands in the order in which a person uses them, each with a folder as the one before it left it. */
export async function makeStages(): Promise<Stage[]> {
  const sandbox = await startServices();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'tieout-kills-'));
    const env = configure(folder, sandbox);
    const { warehouse, privacyKey } = givenData(folder);
    placeWarehouse(warehouse);
    // made before the folder is copied: the names that a pack masks depend on this key, which is random
    await companyKey(privacyKey);
    const { orders, bank } = sandbox.files();
    // a payment without an order: a person explains it
    const [lost = ''] = paidOrders(orders, last);
    writeFileSync(join(folder, 'orders.csv'), withoutLines(orders, lost));
    writeFileSync(join(folder, 'bank.csv'), bank);
    const stages: Stage[] = [];
    const add = async (name: string, ...args: string[]) => {
      stages.push({ name, from: copyOf(folder), args });
      if (name === 'schedule') return;
      const { status, out, err } = await tieoutProcess(argsAt(folder, args), env);
      if (status !== 0 && status !== 3) throw new Error(`${name} ended with ${status}: ${out}${err}`);
    };
    await add('schedule', 'schedule', '--once');
    await add('run', 'run', '--from', first, '--to', last);
    await add('import', 'import', 'bank', '{folder}/bank.csv', '--currency', 'MYR');
    const { out } = await tieoutProcess(argsAt(folder, ['--json', 'breaks']), env);
    const items = z.array(z.object({ break_id: z.string(), outcome: z.string() })).parse(JSON.parse(out));
    const broken = items.find(({ outcome }) => outcome !== 'timing');
    const why = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];
    await add('decide', 'decide', 'explain', broken?.break_id ?? '', ...why);
    await add('rebuild', 'rebuild');
    await givenSelftest(join(folder, 'data'));
    await add('close', 'close', month, '--no-run');
    rmSync(folder, { recursive: true });
    return stages;
  } finally {
    await sandbox.close();
  }
}
