import { withRunLock } from '../company/run-lock.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { timestamp } from '../domain/clock.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { noticeFacts } from '../notice/content.ts';
import type { DayRun, OverdueDay } from '../schedule/due.ts';
import { failedRun } from '../schedule/loop.ts';
import { openRecords } from '../schedule/records.ts';
import type { CommandContext } from './context.ts';

/** Sending takes seconds; a process that waits longer leaves the news to the next notice. */
const patienceMs = 60_000;

/**
 * Notifies people of news, in one process at a time. Each process reads the position of the last notice and records the new one, so two
 * at the same time would send the same news twice.
 */
export async function sendNews(
  config: LoadedConfig,
  deadlines: readonly OverdueDay[],
  context: CommandContext,
): Promise<void> {
  const { notify } = await import('../notice/notify.ts');
  const paths = dataPaths(config.data_dir);
  const records = openRecords(paths.runs);
  await withRunLock(
    paths.noticeLock,
    () => notify({ config, log: context.log, records, ...noticeFacts(config) }, deadlines),
    {
      purpose: 'notice',
      patienceMs,
    },
  );
}

/**
 * Sends a notice of news after a run by hand or by cron, where notices are configured. A notice that cannot be sent is logged and sent
 * the next time; the result of the run does not change.
 */
export async function notifyAfterRun(config: LoadedConfig, context: CommandContext): Promise<void> {
  if (config.notice.email === undefined && config.notice.webhook === undefined) return;
  try {
    await sendNews(config, [], context);
  } catch (cause) {
    const { keepCrash } = await import('./crash.ts');
    const error = cause instanceof TieoutError ? cause : await keepCrash(cause, dataPaths(config.data_dir).log);
    context.log.error(error.message, { code: error.code, remedy: error.remedy });
  }
}

/** Records runs for the notice and for the schedule. Returns the errors that prevented this, which do not change the result of the runs. */
export async function recordRuns(config: LoadedConfig, days: readonly DayRun[]): Promise<TieoutError[]> {
  const records = openRecords(dataPaths(config.data_dir).runs);
  try {
    for (const day of days) await records.addRun(day);
    return [];
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return [error];
  }
}

/** Records that a run failed, for the notice and for the schedule; a run that did not start is not recorded. */
export async function recordFailure(
  config: LoadedConfig,
  day: { company: string; date: string },
  error: unknown,
): Promise<void> {
  if (error instanceof TieoutError && (error.exitStatus === 2 || error.code === 'RUN_IN_PROGRESS')) return;
  // the error of the run is the error to report
  await recordRuns(config, [failedRun(day, timestamp(config.clock), error)]);
}
