import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { noticeFacts } from '../run/notice-facts.ts';
import { openRecords } from '../schedule/records.ts';
import type { CommandContext } from './context.ts';

/**
 * Sends a notice about what is new after a run by hand or by cron, where notices are configured. One that cannot be sent
 * is logged and sent the next time; it does not change the result of the run.
 */
export async function notifyAfterRun(config: LoadedConfig, context: CommandContext): Promise<void> {
  if (config.notice.email === undefined && config.notice.webhook === undefined) return;
  const { notify } = await import('../notice/notify.ts');
  const records = openRecords(dataPaths(config.data_dir).runs);
  try {
    await notify({ config, log: context.log, records, ...noticeFacts(config) }, []);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    context.log.error(error.message, { code: error.code, remedy: error.remedy });
  }
}

/** Records that a run failed, for the notice and for the schedule; not when it did not start. */
export async function recordFailure(
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
