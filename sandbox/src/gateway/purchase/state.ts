import type { ClientFields } from '../client/fields.ts';
import type { Statement } from '../statements.ts';
import type { Acquirer } from './choices.ts';
import type { Purchase, RelatedPayment } from './records.ts';

export type Client = { id: string; fields: ClientFields; createdAt: number; updatedAt: number };

/** A saved card; its id is that of the purchase that saved it. */
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
  /** null: the success callback of the purchase. */
  webhookId: string | null;
  url: string;
  event: string;
  /** Events are numbered in their order; deliveries of the same event have the same number. */
  eventNumber: number;
  objectId: string;
  body: string;
  state: 'waiting' | 'delivered' | 'given_up' | 'dropped';
  triggeredAt: number;
  dueAt: number;
  endedAt: number | null;
  attempts: Array<{ at: number; status: number | null; error: string | null }>;
};

/** A task with a due time. All effects of time are tasks. */
export type Task = { at: number; kind: 'due' | 'answer' | 'clear' | 'settle' | 'forget'; id: string };

/** An e-mail to a customer. */
export type Mail = { sentAt: number; to: string; cc: string[]; bcc: string[]; subject: string; purchaseId: string };

/** The gateway's state besides its book of payments, as plain data. */
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
  /** The acquirer's behaviour for purchases whose notes do not control it. */
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

/** Inserts a task in order of time, after those of the same instant. */
export function schedule(state: PurchaseState, task: Task): void {
  const before = state.tasks.findLastIndex(({ at }) => at <= task.at);
  state.tasks.splice(before + 1, 0, task);
}
