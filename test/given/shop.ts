import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import {
  type RunningSandbox,
  SANDBOX_ZONE,
  type SandboxOptions,
  startSandbox,
} from '../../packages/sandbox/src/start.ts';
import type { Clock } from '../../src/domain/clock.ts';
import type { Bound } from '../../src/warehouse/duckdb-values.ts';
import { type Ran, tieout } from './command.ts';
import { inSnapshot } from './in-snapshot.ts';
import { givenConfig, givenData } from './sandbox-config.ts';
import { placeWarehouse } from './warehouse.ts';

/** The ISO date so many days before a day. */
export const daysBefore = (day: string, days: number) => Temporal.PlainDate.from(day).subtract({ days }).toString();

/** The ISO date so many days ago, in the zone of the shops. Yesterday is the last day that has ended. */
export const daysAgo = (days: number) => daysBefore(Temporal.Now.plainDateISO(SANDBOX_ZONE).toString(), days);

/** Last month, and the ISO dates of its last two days: for a company that starts on them, closing the month takes little. */
export function lastMonth() {
  const last = Temporal.Now.plainDateISO(SANDBOX_ZONE).with({ day: 1 }).subtract({ days: 1 });
  return {
    month: last.toPlainYearMonth().toString(),
    first: last.subtract({ days: 1 }).toString(),
    last: last.toString(),
  };
}

type GivenOptions = Partial<SandboxOptions> & { days: number };

/** A sandbox until yesterday, unless other days are given. It is closed when the tests of the file have ended. */
export async function givenSandbox(options: GivenOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ seed: 6, until: daysAgo(1), ...options });
  afterAll(() => sandbox.close());
  return sandbox;
}

/** An item as `tieout breaks` lists it. */
const listedBreaks = z.array(
  z.looseObject({
    break_id: z.string(),
    company: z.string(),
    currency: z.string(),
    business_date: z.string(),
    outcome: z.string(),
    status: z.string(),
  }),
);

/** The lines of the paid orders of a day in a file of orders. */
export const paidOrders = (orders: string, day: string) =>
  orders.split('\r\n').filter((line) => line.includes(`,${day}T`) && line.includes(',paid,'));

/** A file without some of its lines. */
export const withoutLines = (text: string, ...lost: readonly string[]) =>
  text
    .split('\r\n')
    .filter((line) => !lost.includes(line))
    .join('\r\n');

const configuration = z.looseObject({ companies: z.array(z.looseObject({})) });

/** The company `acme`, with its configuration and its files in a folder, from which its commands are called. */
export function shopIn(folder: string, env: Readonly<Record<string, string>> = {}) {
  const path = join(folder, 'tieout.yaml');
  const data = givenData(folder);
  const at = (clock: Clock | undefined, args: readonly string[]): Promise<Ran> =>
    tieout(['-q', '-c', path, ...args], env, folder, clock === undefined ? {} : { clock });
  const json = async (...args: string[]): Promise<unknown> => {
    const { out, err } = await at(undefined, ['--json', ...args]);
    if (out === '') throw new Error(`${args.join(' ')} gave no answer: ${err}`);
    return JSON.parse(out);
  };
  return {
    ...{ folder, path, env, data },
    /** The folder of the reports of a day, or of another period. */
    reports: (period: string) => join(folder, 'data', 'reports', period, 'acme'),
    /** Calls a command without progress. */
    tieout: (...args: string[]) => at(undefined, args),
    /** Calls a command at a given time. */
    tieoutAt: (clock: Clock, ...args: string[]) => at(clock, args),
    /** The answer of a command as data. */
    json,
    /** The answer of a command as data of this form. */
    answer: async <Form extends z.ZodType>(form: Form, ...args: string[]) => form.parse(await json(...args)),
    /** The rows that `tieout sql` gives. */
    rows: (sql: string, ...options: string[]) => json('sql', sql, ...options),
    /** The items that `tieout breaks` lists. */
    breaks: async (...filters: string[]) => listedBreaks.parse(await json('breaks', ...filters)),
    /** Rows of the published snapshot, by themselves. */
    read: (sql: string, bound?: Bound) => inSnapshot(data.published, (rows) => rows(sql, bound)),
    /** Writes a file of the shop. Returns its path. */
    write: (name: string, content: string | Uint8Array) => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    /** The text of a file in the folder. */
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** The text of a file of the reports of a day, or of another period. */
    report: (period: string, name: string) =>
      readFileSync(join(folder, 'data', 'reports', period, 'acme', name), 'utf8'),
    /** The lines of the landing index. */
    index: () => readFileSync(join(data.landing, 'index.jsonl'), 'utf8'),
    /** Sets keys of the company in the configuration, and keys beside the companies. An undefined key is removed. */
    configure: (ofCompany: object, beside: object = {}) => {
      const { companies, ...others } = configuration.parse(parse(readFileSync(path, 'utf8')));
      const [company, ...more] = companies;
      const changed = { ...others, companies: [{ ...company, ...ofCompany }, ...more], ...beside };
      writeFileSync(path, stringify(changed));
    },
  };
}

export type Shop = ReturnType<typeof shopIn>;

/** A shop at a sandbox that has received nothing yet, with these keys of its company, and those beside the companies. */
export function shopAt(sandbox: RunningSandbox, company: object = {}, beside: object = {}): Shop {
  const { folder, env } = givenConfig(sandbox, company);
  const shop = shopIn(folder, env);
  shop.configure({}, beside);
  return shop;
}

/** A folder for a configuration of several companies: `configureAll` writes the file, and its commands are called like those of a shop. */
export function givenCompanies(env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-companies-'));
  const shop = shopIn(folder, env);
  const configureAll = (...companies: object[]) =>
    shop.write('tieout.yaml', stringify({ data_dir: 'data', warehouse: { threads: 1 }, companies }));
  return { ...shop, configureAll };
}

/** A company that has no service, only files that are imported. */
export function givenImporter(company: object = {}, beside: object = {}): Shop {
  const { configureAll, ...shop } = givenCompanies({ T_KEY: 'k' });
  const gateway = { base_url: 'http://127.0.0.1:9', secret_key: { env: 'T_KEY' } };
  configureAll({ name: 'acme', zone: SANDBOX_ZONE, currencies: ['MYR'], gateway, ...company });
  shop.configure({}, beside);
  placeWarehouse(shop.data.warehouse);
  return shop;
}

/** A shop at a new sandbox. */
export async function givenShop(options: GivenOptions, company: object = {}, beside: object = {}) {
  const sandbox = await givenSandbox(options);
  return { sandbox, ...shopAt(sandbox, company, beside) };
}

/** A shop, and what it has received and run: by itself, or after the world on which it builds, at the same sandbox. */
export type World = {
  sandbox: GivenOptions;
  company?: object;
  beside?: object;
  after?: World;
  prepare(shop: Shop, sandbox: RunningSandbox): Promise<void>;
};

/** The folders of the worlds that this process has built: judging a day takes seconds, and copying its folder does not. */
const built = new Map<World, Promise<string>>();

/** A shop of a world with the files of a folder. The configuration is its own: the sandbox has other addresses. */
function copyOf({ company, beside }: World, sandbox: RunningSandbox, folder: string): Shop {
  const shop = shopAt(sandbox, company, beside);
  const filter = (path: string) => path !== join(folder, 'tieout.yaml');
  // a folder that is there already would keep its mode
  rmSync(join(shop.folder, 'data'), { recursive: true });
  cpSync(folder, shop.folder, { recursive: true, preserveTimestamps: true, filter });
  return shop;
}

async function build(world: World, sandbox: RunningSandbox): Promise<string> {
  const { company, beside, after } = world;
  const shop =
    after === undefined ? shopAt(sandbox, company, beside) : copyOf(world, sandbox, await folderOf(after, sandbox));
  await world.prepare(shop, sandbox);
  return shop.folder;
}

function folderOf(world: World, sandbox: RunningSandbox): Promise<string> {
  const folder = built.get(world) ?? build(world, sandbox);
  built.set(world, folder);
  return folder;
}

/** A world at a new sandbox. Each copy is a shop of its own. */
export async function givenWorld(world: World): Promise<{ sandbox: RunningSandbox; copy(): Shop }> {
  const sandbox = await givenSandbox(world.sandbox);
  const folder = await folderOf(world, sandbox);
  return { sandbox, copy: () => copyOf(world, sandbox, folder) };
}
