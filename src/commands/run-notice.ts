import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { noticeFacts } from '../run/notice-facts.ts';
import { openRecords } from '../schedule/records.ts';
import type { CommandContext } from './context.ts';

/**
 * Tells people what a run by hand or by cron has brought that they do not know yet, where a way of telling is
 * configured. A notice that cannot be sent is logged, told the next time, and changes nothing of the run's answer.
 */
export async function tellAfterRun(config: LoadedConfig, context: CommandContext): Promise<void> {
  if (config.notice.email === undefined && config.notice.webhook === undefined) return;
  const { tellNews } = await import('../notice/notify.ts');
  const records = openRecords(dataPaths(config.data_dir).runs);
  try {
    await tellNews({ config, log: context.log, records, ...noticeFacts(config) }, []);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    context.log.error(error.message, { code: error.code, remedy: error.remedy });
  }
}

/** Writes down that a run failed, for the notice and for the schedule; not when it was never begun. */
export async function noteFailure(
  config: LoadedConfig,
  days: readonly { company: string; date: string }[],
  error: unknown,
): Promise<void> {
  if (error instanceof TieoutError && (error.exitStatus === 2 || error.code === 'RUN_IN_PROGRESS')) return;
  const records = openRecords(dataPaths(config.data_dir).runs);
  const at = Temporal.Now.instant().toString();
  const code = error instanceof TieoutError ? error.code : 'UNEXPECTED';
  const message = error instanceof Error ? error.message : String(error);
  for (const { company, date } of days) {
    await records.addRun({ company, date, began_at: at, ended_at: at, outcome: 'failed', error: { code, message } });
  }
}
