import { existsSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import type { LoadedConfig } from '../config/load.ts';
import { describeError, TieoutError } from '../errors/tieout-error.ts';
import { dataPaths } from '../pipeline/paths.ts';
import { doWhatIsDue, type ScheduledCompany } from '../schedule/loop.ts';
import { readRows } from '../warehouse/border.ts';
import { openSnapshot } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { runRunCommand } from './run.ts';

/** The last business day for which every input of a company was there: one that lacks an input is tried again. */
async function lastDone(config: LoadedConfig, company: string): Promise<Temporal.PlainDate | undefined> {
  const { published } = dataPaths(config.data_dir);
  if (!existsSync(published)) return undefined;
  const snapshot = await openSnapshot(published);
  try {
    const [row] = await readRows(
      snapshot.connection,
      `select max(business_date)::text as day from mart.verdict where company = $company and reason not like 'Not received%'`,
      { company },
    );
    return typeof row?.day === 'string' ? Temporal.PlainDate.from(row.day) : undefined;
  } finally {
    snapshot.close();
  }
}

/** `tieout schedule`: stays, wakes every minute and does what is due. Ends on SIGTERM after the run that is under way. */
export async function runScheduleCommand(options: { once?: boolean }, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies: ScheduledCompany[] = config.companies.map(({ name, zone, schedule }) => ({
    name,
    zone,
    at: schedule.at,
    lastDone: () => lastDone(config, name),
  }));
  let isStopping = false;
  let working: Promise<unknown> | undefined;
  const runDay = async (company: string, day: Temporal.PlainDate) => {
    await runRunCommand({ company, date: day.toString() }, context);
  };
  const tellFailure = (company: string, day: Temporal.PlainDate, error: unknown) => {
    const text = error instanceof TieoutError ? describeError(error) : String(error);
    process.stderr.write(`${company}, ${day.toString()}: ${text}\n`);
  };
  const wake = () => doWhatIsDue(companies, Temporal.Now.instant(), runDay, tellFailure, () => isStopping);
  if (options.once) {
    await wake();
    return 0;
  }
  const { schedule } = await import('node-cron');
  const tick = async () => {
    working ??= wake().finally(() => {
      working = undefined;
    });
    await working;
  };
  const task = schedule('* * * * *', () => void tick());
  context.out.write(
    `Scheduled: ${companies.map(({ name, at, zone }) => `${name} at ${at} (${zone})`).join(', ')}. Stop with Ctrl-C.\n`,
  );
  await tick();
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        isStopping = true;
        resolve();
      });
    }
  });
  await task.stop();
  await working;
  return 0;
}
