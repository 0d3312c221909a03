import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { startSandbox } from '../../sandbox/src/start.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { tieoutProcess } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';

/** A data directory with evidence of every kind: a month that was run, a decision, and the pack of the closed month, and a masked snapshot. */
export type World = {
  config: LoadedConfig;
  data: string;
  month: string;
  env: Record<string, string>;
  call: (...args: string[]) => ReturnType<typeof tieoutProcess>;
};

/** How many days of the month a company has: it starts shortly before the month's end, so that few days make a month to close. */
const dayCount = 5;

/** Runs and closes last month for a company that lost one order, which a person explained. */
export async function closedMonth(): Promise<World> {
  const month = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').toPlainYearMonth().subtract({ months: 1 });
  const end = month.toPlainDate({ day: month.daysInMonth });
  const last = end.toString();
  const first = end.subtract({ days: dayCount - 1 }).toString();
  const sandbox = await startSandbox({
    seed: 13,
    days: dayCount,
    until: last,
    breaks: 'none',
    ordersPerDay: 4,
  });
  try {
    const { path, folder, env } = givenConfig(sandbox, {
      books: { orders: { file: 'orders.csv' } },
      starts_on: first,
    });
    const given = z.looseObject({ warehouse: z.looseObject({}) }).parse(parse(readFileSync(path, 'utf8')));
    writeFileSync(path, stringify({ ...given, warehouse: { ...given.warehouse, masked_snapshot: 'owner' } }));
    const call = (...args: string[]) => tieoutProcess(['-q', '-c', path, ...args], env);
    const lines = sandbox.files().orders.split('\r\n');
    const lost = lines.find((line) => line.includes(`,${first}T`) && line.includes(',paid,'));
    writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => line !== lost).join('\r\n'));
    await call('run', '--from', first, '--to', last);
    const [broken] = z
      .array(z.object({ break_id: z.string() }))
      .parse(JSON.parse((await call('--json', 'breaks')).out));
    const words = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];
    await call('decide', 'explain', broken?.break_id ?? '', ...words);
    await givenSelftest(join(folder, 'data'));
    const closed = await call('close', String(month));
    if (closed.status !== 0) throw new Error(`the month is not closed: ${closed.out}${closed.err}`);
    return { config: await loadConfig(path), data: join(folder, 'data'), month: String(month), env, call };
  } finally {
    await sandbox.close();
  }
}
