import type { Account, BankAccount, Group, SendInstruction, SendLimit, Webhook, WebhookEvent } from './records.ts';
import type { PayoutScenario } from './scenario.ts';
import { FIRST_ID } from './scenario-draft.ts';

/** A change of a record at a due time. Webhook deliveries are not tasks; they have their own due time. */
export type Task = {
  at: number;
  kind: 'expire_send_limit' | 'decide_bank_account' | 'advance_instruction';
  id: number;
};

/** An e-mail that asks for an approval. */
export type Mail = {
  id: number;
  sentAt: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  sendLimitId: number;
  approveUrl: string;
  /** `kept` means only in the outbox; the other values are for an e-mail that goes to a mail server. */
  delivery: 'kept' | 'sending' | 'sent' | 'failed';
  error: string | null;
};

/** A webhook delivery with its attempts. */
export type Delivery = {
  id: number;
  webhookId: number;
  event: WebhookEvent;
  body: string;
  state: 'waiting' | 'delivered' | 'given_up';
  dueAt: number;
  attempts: Array<{ at: number; status: number | null; error: string | null }>;
};

export type RecordKind = 'sendLimit' | 'bankAccount' | 'instruction' | 'group' | 'webhook';

/** A cached list. */
export type CachedList = { takenAt: number; results: Array<Record<string, unknown>> };

/** The payout service's state as plain data. */
export type PayoutState = {
  account: Account;
  sendLimits: Map<number, SendLimit>;
  bankAccounts: Map<number, BankAccount>;
  instructions: Map<number, SendInstruction>;
  groups: Map<number, Group>;
  webhooks: Map<number, Webhook>;
  tasks: Task[];
  outbox: Mail[];
  deliveries: Delivery[];
  instructionList: CachedList | null;
  webhookList: CachedList | null;
  /** The permission of the API key; a read-only key gets 403 for changes. */
  permission: 'all' | 'read_only';
  lastId: Record<RecordKind, number>;
};

/** The state of a merchant with generated data. */
export function stateFromScenario(scenario: PayoutScenario): PayoutState {
  const { account, sendLimits, bankAccounts, instructions } = scenario;
  const state = emptyState({ ...account });
  return {
    ...state,
    sendLimits: byId(sendLimits),
    bankAccounts: byId(bankAccounts),
    instructions: byId(instructions),
    lastId: {
      ...state.lastId,
      sendLimit: lastOf(sendLimits, state.lastId.sendLimit),
      bankAccount: lastOf(bankAccounts, state.lastId.bankAccount),
      // a ledger row can name an instruction that is in no list; the id of that instruction is also used
      instruction: sendLimits.reduce(
        (last, row) => Math.max(last, row.sendInstructionId ?? 0),
        lastOf(instructions, state.lastId.instruction),
      ),
    },
  };
}

/** The state of a merchant with a new account. */
export function emptyState(account: Account): PayoutState {
  return {
    account,
    sendLimits: new Map(),
    bankAccounts: new Map(),
    instructions: new Map(),
    groups: new Map(),
    webhooks: new Map(),
    tasks: [],
    outbox: [],
    deliveries: [],
    instructionList: null,
    webhookList: null,
    permission: 'all',
    lastId: {
      sendLimit: FIRST_ID.sendLimit - 1,
      bankAccount: FIRST_ID.bankAccount - 1,
      instruction: FIRST_ID.instruction - 1,
      group: 0,
      webhook: 0,
    },
  };
}

/** A new account in MYR with fees of 1.00 flat and a balance of zero. */
export function newAccount(createdAt: number): Account {
  return {
    id: FIRST_ID.account,
    status: 'active',
    currency: 'MYR',
    sendFee: { type: 'flat', value: 100n },
    verificationFee: { type: 'flat', value: 100n },
    unexplained: 0n,
    createdAt,
    updatedAt: createdAt,
  };
}

const lastOf = (records: ReadonlyArray<{ id: number }>, least: number) =>
  records.reduce((last, { id }) => Math.max(last, id), least);

function byId<T extends { id: number }>(records: readonly T[]): Map<number, T> {
  return new Map(records.map((record) => [record.id, { ...record }]));
}

/** The next id of a kind: one more than the last assigned one, including deleted records. */
export function nextId(state: PayoutState, kind: RecordKind): number {
  state.lastId[kind] += 1;
  return state.lastId[kind];
}

/** Newest id first, the order of every list. Records are stored in the order of their ids. */
export function newestFirst<T extends { id: number }>(records: Iterable<T>): T[] {
  return [...records].reverse();
}
