import { createHmac } from 'node:crypto';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load.ts';
import { resolveSecret } from '../config/secret.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { shownHost } from '../connectors/http/redact.ts';
import { rememberLink } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { NoticeMessage } from './message.ts';

/**
 * Posts a notice as JSON. `Tieout-Signature` is `t=<Unix seconds>,v1=<hex>`, where the hex is the HMAC-SHA256 of
 * `<t>.<body>` with the secret. The receiver can check the sender, and reject a replayed notice by its time.
 */
export async function sendWebhook(
  config: LoadedConfig,
  { events, subject, text, content }: NoticeMessage,
): Promise<void> {
  const { webhook } = config.notice;
  if (webhook === undefined) return;
  const secret = resolveSecret(webhook.secret, 'notice.webhook.secret', config);
  rememberLink(webhook.url);
  const { verdicts, overdue, deadlines } = content;
  const changes = verdicts.map(({ company, date, before, now, error }) => ({
    company,
    date,
    before,
    now,
    code: error?.code ?? null,
  }));
  const body = JSON.stringify({ event: events[0], events, subject, text, verdicts: changes, overdue, days: deadlines });
  const http = openHttpClient({ ...httpOptionsOf(config), retries: 1 });
  try {
    const { status } = await http.call({
      method: 'POST',
      url: webhook.url,
      headers: () => {
        const time = Math.floor(Date.now() / 1000);
        const signature = createHmac('sha256', secret.reveal()).update(`${time}.${body}`).digest('hex');
        return { 'content-type': 'application/json', 'tieout-signature': `t=${time},v1=${signature}` };
      },
      body,
      isSafe: false,
      guardedAs: 'webhook',
    });
    if (status >= 200 && status < 300) return;
    throw new TieoutError({
      code: 'NOTICE_WEBHOOK_REFUSED',
      message: `The receiver of the notice answered with status ${status}.`,
      remedy: 'Check notice.webhook.url and its receiver. The notice is sent again in a minute.',
      place: { url: shownHost(webhook.url) },
    });
  } finally {
    await http.close();
  }
}
