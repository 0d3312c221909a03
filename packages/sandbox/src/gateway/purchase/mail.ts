import { majorText } from '../book.ts';
import { referenceOf } from './answers.ts';
import type { Purchase } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** Puts an e-mail to the client in the outbox, with cc and bcc. A client without an address gets no e-mail. */
export function mailClient(world: PurchaseWorld, purchase: Purchase, about: 'Invoice' | 'Receipt', at: number): void {
  const { email, cc, bcc } = purchase.client;
  if (email === '') return;
  const amount = `${purchase.currency} ${majorText(purchase.total, purchase.currency)}`;
  const subject = `${about} ${referenceOf(purchase)}: ${amount}`;
  world.state.outbox.push({ sentAt: at, to: email, cc: [...cc], bcc: [...bcc], subject, purchaseId: purchase.id });
}
