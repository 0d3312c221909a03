import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../errors/tieout-error.ts';
import type { Log } from '../progress/log.ts';
import type { OverdueDay } from '../schedule/due.ts';
import { deadlineNotice } from './deadline-notice.ts';
import { sendEmail } from './email.ts';
import { sendWebhook } from './webhook.ts';

/**
 * Tells of days that are not reconciled by their deadline: in the log, and by every way that is configured. When one way
 * fails and another does not, people were told, and the failure is logged; when all fail, the first error is thrown.
 */
export async function sendNotice(config: LoadedConfig, days: readonly OverdueDay[], log: Log): Promise<void> {
  const zones = new Map(config.companies.map(({ name, zone }) => [name, zone]));
  const notice = deadlineNotice(days, (company) => zones.get(company) ?? 'UTC');
  log.warn(notice.subject, { days });
  const ways = [
    ...(config.notice.email === undefined ? [] : [() => sendEmail(config, notice)]),
    ...(config.notice.webhook === undefined ? [] : [() => sendWebhook(config, notice, days)]),
  ];
  const results = await Promise.allSettled(ways.map((way) => way()));
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  if (failures.length > 0 && failures.length === ways.length) throw failures[0];
  for (const failure of failures) {
    const text = failure instanceof Error ? failure.message : String(failure);
    log.error(text, failure instanceof TieoutError ? { code: failure.code, remedy: failure.remedy } : {});
  }
}
