import { createHmac } from 'node:crypto';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveSecret } from '../config/secret.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { shownHost } from '../connectors/http/redact.ts';
import { rememberLink, rememberSecret } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import type { NoticeMessage } from './notice-message.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A file that is attached to an e-mail. */
type Attachment = { filename: string; path: string };

/** Sends a notice by e-mail, as HTML and text, over TLS unless the mail server is this machine (NOTICE_EMAIL_FAILED). */
async function sendEmail(config: LoadedConfig, notice: NoticeMessage, attachments: Attachment[]): Promise<void> {
  const { email } = config.notice;
  if (email === undefined) return;
  const url = resolveSecret(email.smtp_url, 'notice.email.smtp_url', config).reveal();
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  try {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...serverOf(url),
      requireTLS: !loopback.test(host) && !url.startsWith('smtps:'),
      connectionTimeout: 30_000,
      socketTimeout: 60_000,
    });
    const { subject, text, html } = notice;
    await transport.sendMail({ from: email.from, to: email.to, subject, text, html, attachments });
    transport.close();
  } catch (cause) {
    if (cause instanceof TieoutError) throw cause;
    throw new TieoutError({
      code: 'NOTICE_EMAIL_FAILED',
      message: `The notice could not be sent by e-mail: ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy:
        'Check the mail server, user and password in notice.email.smtp_url. The notice is sent again in a minute.',
      place: { file: config.path, key: 'notice.email' },
      cause,
    });
  }
}

function serverOf(url: string): { host: string; port: number; secure: boolean; auth?: { user: string; pass: string } } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['smtp:', 'smtps:'].includes(parsed.protocol)) {
    throw new TieoutError({
      code: 'SMTP_URL_WRONG',
      message: 'notice.email.smtp_url is not the address of a mail server.',
      remedy:
        'Write it as smtps://user:password@host (or smtp:// for STARTTLS). Encode reserved characters, for example @ as %40.',
      place: { key: 'notice.email.smtp_url' },
      exitStatus: 2,
    });
  }
  for (const part of [parsed.password, decodeURIComponent(parsed.password)]) rememberSecret(part);
  const secure = parsed.protocol === 'smtps:';
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (secure ? 465 : 587) : Number(parsed.port),
    secure,
    ...(parsed.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(parsed.username), pass: decodeURIComponent(parsed.password) } }),
  };
}

/**
 * Posts a notice as JSON. `Tieout-Signature` is `t=<Unix seconds>,v1=<hex>`, where the hex is the HMAC-SHA256 of
 * `<t>.<body>` with the secret. The receiver can check the sender, and reject a replayed notice by its time.
 */
async function sendWebhook(config: LoadedConfig, { events, subject, text, content }: NoticeMessage): Promise<void> {
  const { webhook } = config.notice;
  if (webhook === undefined) return;
  const secret = resolveSecret(webhook.secret, 'notice.webhook.secret', config);
  rememberLink(webhook.url);
  const { verdicts, closes, overdue, deadlines } = content;
  const changes = verdicts.map(({ company, date, before, now, error }) => ({
    company,
    date,
    before,
    now,
    code: error?.code ?? null,
  }));
  const months = closes.map(({ company, month, refused_by, error }) => ({
    company,
    month,
    refused_by,
    code: error?.code ?? null,
  }));
  const about = { verdicts: changes, closes: months, overdue, days: deadlines };
  const body = JSON.stringify({ event: events[0], events, subject, text, ...about });
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
