import { takeLock } from '../company/run-lock.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { withNamedSteps } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { rebuildIfPending } from '../evidence/rebuild-company.ts';
import { periodOfDays } from '../pipeline/run-company.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { nextDueAt } from '../schedule/due.ts';
import { type ScheduleLoop, type ScheduleParts, scheduleLoop, startClockTick } from '../schedule/loop.ts';
import { openRecords } from '../schedule/records.ts';
import { chosenCompanies, sideBySide } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { firstSignal } from './first-signal.ts';
import { runAndReport, throwUnexpected } from './run.ts';
import { sendNews } from './run-notice.ts';
import { openWakeUp, type WakeUp } from './wake-up.ts';

/** Runs one day. A service that could not be read is logged, and fails the day when there is no verdict. */
function dayRunner(config: LoadedConfig, context: CommandContext): ScheduleParts['runDay'] {
  return async (company, date) => {
    const [chosen] = chosenCompanies(config, company);
    if (chosen === undefined) throw new TypeError('a chosen company exists');
    const work = { company: chosen, period: periodOfDays(date, date), refresh: false };
    const { result, days } = await context.stage(`Fetching and reconciling ${company} ${date}`, () =>
      withNamedSteps(context.progress, company, (progress) => runAndReport(config, { ...work, progress })),
    );
    const day = days.find((one) => one.date === date);
    throwUnexpected(result);
    for (const error of result.errors) {
      if (day === undefined) throw error;
      if (error instanceof TieoutError) {
        const { code, message, remedy, place } = error;
        context.log.error(`${company} ${date}: ${message}`, { company, date, code, remedy, place });
      }
    }
    return day?.outcome ?? 'incomplete';
  };
}

/** Closes a month. The command is loaded only then. */
function monthCloser(config: LoadedConfig, context: CommandContext): ScheduleParts['closeMonth'] {
  return async (name, month) => {
    const [company] = chosenCompanies(config, name);
    if (company === undefined) throw new TypeError('a chosen company exists');
    const { closeUnattended } = await import('./close.ts');
    return context.stage(`Closing ${month} of ${name}`, () => closeUnattended(config, company, month, context));
  };
}

/**
 * Rebuilds each warehouse of another version before the first day is due. An error is logged, and the next run of the company reports it
 * too.
 */
async function rebuildPending(config: LoadedConfig, context: CommandContext): Promise<void> {
  for (const company of config.companies) {
    try {
      await rebuildIfPending(config, company, context.progress);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      const { code, message, remedy, place } = error;
      const say = isBusy(error) ? context.log.info : context.log.error;
      say(`${company.name}: ${message}`, { company: company.name, code, remedy, place });
    }
  }
}

/** Receives deliveries beside the schedule, which goes on without where that is not possible. */
async function receivingBeside(config: LoadedConfig, context: CommandContext): Promise<Receiver | undefined> {
  const { receiving } = await import('./receive.ts');
  try {
    return await receiving(config, context);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    const { code, message, remedy } = error;
    context.log.error(`Callbacks are not received: ${message} ${remedy}`, { code });
    return undefined;
  }
}

/** Tells other programs each minute that the schedule is awake, also while a day is in progress; a slow telling is not begun twice. */
function heartbeat({ look, tell }: WakeUp, { log }: CommandContext): () => Promise<void> {
  let isTelling = false;
  return async () => {
    if (isTelling) return;
    isTelling = true;
    try {
      await tell(await look({ says: false }));
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error));
    } finally {
      isTelling = false;
    }
  };
}

async function keepRunning(
  { loop, wakeUp, stopped }: { loop: ScheduleLoop; wakeUp: WakeUp; stopped: Promise<void> },
  config: LoadedConfig,
  context: CommandContext,
): Promise<void> {
  const receiver = config.receiver && (await receivingBeside(config, context));
  for (const company of config.companies) {
    const next = nextDueAt(company, context.clock());
    context.log.info(`${company.name} runs daily at ${company.schedule.at} (${company.zone})`, {
      company: company.name,
      next: next.toString(),
    });
  }
  const beat = heartbeat(wakeUp, context);
  const wake = () => {
    void loop.tick();
    void beat();
  };
  const clock = await startClockTick(wake);
  wake();
  await stopped;
  // the heartbeat goes on until the days in progress have ended
  await loop.stop();
  await clock.stop();
  await receiver?.close();
}

/** Another process holds a lock. */
const isBusy = (error: unknown): error is TieoutError =>
  error instanceof TieoutError && error.code === 'RUN_IN_PROGRESS';

/**
 * `tieout schedule`: runs as a service, and each minute runs the days that are due, of several companies at once: yesterday at the
 * configured time, and days that were missed. SIGTERM stops it after the days in progress. With --once it runs what is due, reports the
 * state of each company, and ends with the exit status of the worst, whether its days were run now or before. While another schedule is
 * at work, it only reports.
 */
export async function run(context: CommandContext, options: { once?: boolean }): Promise<ExitStatus> {
  const loaded = await context.loadConfig();
  const { config, atOnce } = sideBySide(loaded, loaded.companies);
  const paths = dataPaths(config.data_dir);
  const parts: ScheduleParts = {
    companies: config.companies,
    atOnce,
    runDay: dayRunner(config, context),
    closeMonth: monthCloser(config, context),
    records: openRecords(paths.runs),
    notify: (days) => sendNews(config, days, context),
    now: context.clock,
    log: context.log,
  };
  const loop = scheduleLoop(parts);
  const wakeUp = openWakeUp(config, context);
  // the first process of a container ignores a signal that it does not handle
  const stopped =
    options.once === true
      ? undefined
      : firstSignal(context, 'Stopping after the current day; a second signal stops at once.');
  const lock = await takeLock(paths.scheduleLock, { purpose: 'schedule' }).catch((error: unknown) => {
    if (options.once !== true || !isBusy(error)) throw error;
    context.log.info(`Nothing is begun: ${error.message}`);
  });
  if (lock === undefined) return (await wakeUp.look({ says: true })).status;
  try {
    await rebuildPending(config, context);
    if (stopped !== undefined) {
      await keepRunning({ loop, wakeUp, stopped }, config, context);
      return 0;
    }
    await loop.tick();
    const stand = await wakeUp.look({ says: true });
    await wakeUp.tell(stand);
    return stand.status;
  } finally {
    await lock.release();
  }
}
