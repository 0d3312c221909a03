import { toDecimal } from './money.ts';
import type { SendLimit } from './records.ts';
import type { Mail } from './state.ts';
import type { PayoutWorld } from './world.ts';

/** Sends an e-mail to every approver who has not approved yet: to the outbox, and to the mail server if one is configured. */
export function mailApprovers(world: PayoutWorld, row: SendLimit, now: number): void {
  const { outbox } = world.state;
  for (const approval of row.approvals) {
    if (approval.status === 'approved') continue;
    const approveUrl = `${world.origin()}/approvals/${approval.token}`;
    const mail: Mail = {
      id: outbox.length + 1,
      sentAt: now,
      to: approval.destination,
      ...approvalText(row, approveUrl, approval.expiresAt),
      sendLimitId: row.id,
      approveUrl,
      delivery: 'kept',
      error: null,
    };
    outbox.push(mail);
    if (world.sendMail !== undefined) void handOver(mail, world.sendMail);
  }
}

async function handOver(mail: Mail, sendMail: (mail: Mail) => Promise<void>): Promise<void> {
  mail.delivery = 'sending';
  try {
    await sendMail(mail);
    mail.delivery = 'sent';
  } catch (cause) {
    mail.delivery = 'failed';
    mail.error = cause instanceof Error ? cause.message : String(cause);
  }
}

function approvalText(row: SendLimit, approveUrl: string, expiresAt: number) {
  const deadline = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format(expiresAt);
  const asked = `An increase of the send limit by ${row.currency} ${toDecimal(row.amount)} (request ${row.id}) needs your approval before ${deadline} Malaysia time.`;
  return {
    subject: `Approve a send limit of ${row.currency} ${toDecimal(row.amount)}`,
    text: `${asked}\n\nApprove: ${approveUrl}\n`,
    html: `<p>${asked}</p><p><a href="${approveUrl}" role="button">Approve</a></p>`,
  };
}

/** Sends over SMTP: `smtp://user:password@host:port` or `smtps://…`. */
export async function smtpMailer(url: string, from: string): Promise<(mail: Mail) => Promise<void>> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from, to, subject, text, html });
  };
}
