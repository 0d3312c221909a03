import type { LoadedConfig } from '../config/load.ts';
import { resolveSecret } from '../config/secret.ts';
import { rememberSecret } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { NoticeMessage } from './message.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A file that is attached to an e-mail. */
export type Attachment = { filename: string; path: string };

/** Sends a notice by e-mail, as HTML and text, over TLS unless the mail server is this machine (NOTICE_EMAIL_FAILED). */
export async function sendEmail(config: LoadedConfig, notice: NoticeMessage, attachments: Attachment[]): Promise<void> {
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
