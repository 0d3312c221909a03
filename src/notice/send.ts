import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import { type Attachment, sendEmail } from './email.ts';
import type { NoticeMessage } from './message.ts';
import { sendWebhook } from './webhook.ts';

export type { Attachment };

/**
 * Sends a notice to the log and to every configured channel. A failure is logged if another channel worked; if all
 * channels failed, the first error is thrown.
 */
export async function sendNotice(
  config: LoadedConfig,
  message: NoticeMessage,
  attachments: Attachment[],
  log: Log,
): Promise<void> {
  log.warn(message.subject, { events: message.events, ...message.content });
  const channels = [
    ...(config.notice.email === undefined ? [] : [() => sendEmail(config, message, attachments)]),
    ...(config.notice.webhook === undefined ? [] : [() => sendWebhook(config, message)]),
  ];
  const results = await Promise.allSettled(channels.map((send) => send()));
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  if (failures.length > 0 && failures.length === channels.length) throw failures[0];
  for (const failure of failures) {
    const text = failure instanceof Error ? failure.message : String(failure);
    log.error(text, failure instanceof TieoutError ? { code: failure.code, remedy: failure.remedy } : {});
  }
}
