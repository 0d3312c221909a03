import type { ClientFields } from '../client/fields.ts';
import type { Statement } from '../statements.ts';
import type { Acquirer } from './choices.ts';
import type { Purchase, RelatedPayment } from './records.ts';

export type Client = { id: string; fields: ClientFields; createdAt: number; updatedAt: number };

/** A saved card. Its id is the id of the purchase that saved the card. */
export type RecurringToken = {
  id: string;
  clientId: string;
  method: string;
  description: string;
  createdAt: number;
  updatedAt: number;
};

export type Webhook = {
  id: string;
  title: string;
  allEvents: boolean;
  events: string[];
  callback: string;
  publicKey: string;
  privateKey: string;
  createdAt: number;
  updatedAt: number;
};

/** The delivery of one event to one receiver. */
export type Delivery = {
  id: number;
  /** null means the success callback of the purchase. */
  webhookId: string | null;
  url: string;
  event: string;
  /** The number of the event in order of time. Deliveries of the same event have the same number. */
  eventNumber: number;
  objectId: string;
  body: string;
  state: 'waiting' | 'delivered' | 'given_up' | 'dropped';
  triggeredAt: number;
  dueAt: number;
  endedAt: number | null;
  attempts: Array<{ at: number; status: number | null; error: string | null }>;
};

/** A task with a due time. Everything that happens to purchases with time is a task. */
export type Task = { at: number; kind: 'due' | 'answer' | 'clear' | 'settle' | 'forget'; id: string };

/** An e-mail to a customer. */
export type Mail = { sentAt: number; to: string; cc: string[]; bcc: string[]; subject: string; purchaseId: string };

/** The gateway's state as plain data, without the book of payments. */
export type PurchaseState = {
  purchases: Map<string, Purchase>;
  related: Map<string, RelatedPayment>;
  clients: Map<string, Client>;
  tokens: Map<string, RecurringToken>;
  webhooks: Map<string, Webhook>;
  deliveries: Delivery[];
  lastEvent: number;
  /** In order of time. */
  tasks: Task[];
  outbox: Mail[];
  statements: Map<string, Statement>;
  /** The acquirer's behaviour, unless the notes of a purchase set a different behaviour. */
  acquirer: Acquirer;
};

export function emptyPurchaseState(): PurchaseState {
  return {
    purchases: new Map(),
    related: new Map(),
    clients: new Map(),
    tokens: new Map(),
    webhooks: new Map(),
    deliveries: [],
    lastEvent: 0,
    tasks: [],
    outbox: [],
    statements: new Map(),
    acquirer: 'prompt',
  };
}

/** Inserts a task in order of time, after tasks with the same due time. */
export function schedule(state: PurchaseState, task: Task): void {
  const before = state.tasks.findLastIndex(({ at }) => at <= task.at);
  state.tasks.splice(before + 1, 0, task);
}
