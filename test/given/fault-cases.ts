import type { FaultRule } from '../../packages/sandbox/src/faults/fault.ts';

/** What an answer is made of: one record, a list of records, a file. */
type Operation = {
  name: string;
  service: 'gateway' | 'payout';
  method: string;
  path: string;
  is: 'record' | 'list' | 'file';
};
type Played = {
  name: string;
  effect: FaultRule['effect'];
  only?: (operation: Operation) => boolean;
  during?: 'breaks';
};

/** Every operation that an extractor uses. */
const operations: readonly Operation[] = [
  { name: 'request of a statement', service: 'gateway', method: 'POST', path: '/company_statements', is: 'record' },
  { name: 'status of a statement', service: 'gateway', method: 'GET', path: '/company_statements/*', is: 'record' },
  { name: 'list of statements', service: 'gateway', method: 'GET', path: '/company_statements', is: 'list' },
  { name: 'download of a statement', service: 'gateway', method: 'GET', path: '/downloads/*', is: 'file' },
  { name: 'turnover', service: 'gateway', method: 'GET', path: '/account/json/turnover', is: 'record' },
  { name: 'balance', service: 'gateway', method: 'GET', path: '/account/json/balance', is: 'record' },
  { name: 'payout accounts', service: 'payout', method: 'GET', path: '/send/accounts', is: 'list' },
  { name: 'payout ledger', service: 'payout', method: 'GET', path: '/send/send_limits', is: 'list' },
  { name: 'payout instructions', service: 'payout', method: 'GET', path: '/send/send_instructions', is: 'list' },
  { name: 'recipients', service: 'payout', method: 'GET', path: '/send/bank_accounts', is: 'list' },
  { name: 'one recipient', service: 'payout', method: 'GET', path: '/send/bank_accounts/*', is: 'record' },
];

const ofStatus = ({ path, is }: Operation) => path.startsWith('/company_statements') && is === 'record';
const inJson = ({ is }: Operation) => is !== 'file';
const inList = ({ is, service }: Operation) => is === 'list' && service === 'payout';
/** The accounts of a merchant with one currency are on one page. */
const inPages = (operation: Operation) => inList(operation) && operation.name !== 'payout accounts';
const inRecord = ({ is }: Operation) => is === 'record';
const set = (fields: Record<string, unknown>, where: 'body' | 'every_record' | 'first_record' = 'body') =>
  ({ kind: 'set_fields', fields, in: where }) as const;
const remove = (names: string[], where: 'body' | 'every_record' = 'body') =>
  ({ kind: 'remove_fields', names, in: where }) as const;
const required = ['net_amount', 'reference', 'current_balance', 'account_number'];
const parts = ['id', 'results', 'incoming', 'MYR', 'status', 'meta'];
const otherTypes = { id: ['x'], balance: 'much', incoming: 'much', MYR: 'much', status: 7 };

/** Every effect that the sandbox can play. */
const effects: readonly Played[] = [
  ...[500, 401, 404, 400].map((status): Played => ({ name: `HTTP ${status}`, effect: { kind: 'status', status } })),
  { name: 'HTTP 429 for a long time', effect: { kind: 'status', status: 429, retry_after: 600 } },
  { name: 'a slow answer', effect: { kind: 'slow', milliseconds: 2500 } },
  { name: 'a byte at a time', effect: { kind: 'drip', milliseconds: 300 } },
  { name: 'a connection cut off', effect: { kind: 'cut_off' } },
  { name: 'a truncated body', effect: { kind: 'truncate' } },
  { name: 'altered bytes', effect: { kind: 'corrupt' } },
  { name: 'a web page', effect: { kind: 'html' } },
  { name: 'a redirect', effect: { kind: 'redirect', location: 'https://other.example/' } },
  { name: 'an unknown field', effect: set({ mood: 'good' }), only: inJson },
  { name: 'an unknown field in each record', effect: set({ mood: 'good' }, 'every_record'), only: inList },
  { name: 'fields of another type', effect: set(otherTypes), only: inRecord },
  { name: 'an id of another type', effect: set({ id: 'x' }, 'first_record'), only: inList },
  {
    name: 'fields of another type in a record',
    effect: set({ created_at: 'soon', updated_at: 'later', status: 7, state: 7 }, 'first_record'),
    only: inList,
  },
  { name: 'records without a required field', effect: remove(required, 'every_record'), only: inList },
  { name: 'a body without its parts', effect: remove(parts), only: inJson },
  {
    name: 'other totals',
    only: ({ name }) => name === 'turnover',
    during: 'breaks',
    effect: set({ incoming: { turnover: 1, fee_sell: 0, count: { all: 1 } } }),
  },
  {
    name: 'another balance',
    only: ({ name }) => name === 'balance',
    during: 'breaks',
    effect: set({ MYR: { balance: 1 } }),
  },
  { name: 'a repeated page', effect: { kind: 'repeat_page' }, only: inPages },
  { name: 'shifted pages', effect: { kind: 'shift_pages' }, only: inPages },
  { name: 'a wrong clock', effect: { kind: 'skew_clock', seconds: 3600 } },
  { name: 'a statement that never ends', effect: { kind: 'statement_never_ends' }, only: ofStatus },
  { name: 'a statement that failed', effect: { kind: 'statement_status' }, only: ofStatus },
  {
    name: 'a statement in an unknown status',
    effect: { kind: 'statement_status', status: 'polishing' },
    only: ofStatus,
  },
  { name: 'an expired link', effect: { kind: 'download_expired' }, only: ({ is }) => is === 'file' },
];

/** The list of statements is read only when the answer to a request was lost. */
const lostAnswer: FaultRule = {
  service: 'gateway',
  method: 'POST',
  path: '/company_statements',
  times: null,
  effect: { kind: 'cut_off', at_byte: 5 },
};

/** Faults that are played together, and the verdict that is right while they last, where it is not incomplete. */
export type FaultCase = { name: string; faults: readonly FaultRule[]; during: 'breaks' | undefined };

/** That the service does not know a recipient is an answer, and a recipient that is unknown is a break. */
const isUnknown = ({ name }: Operation, effect: FaultRule['effect']) =>
  name === 'one recipient' && effect.kind === 'status' && effect.status === 404;

/** Every fault on every operation, for as long as the run lasts. */
export const faultCases: readonly FaultCase[] = operations.flatMap((operation) =>
  effects
    .filter(({ only = () => true }) => only(operation))
    .map(({ name, effect, during = isUnknown(operation, effect) ? 'breaks' : undefined }) => {
      const { service, method, path } = operation;
      const fault: FaultRule = { service, method, path, times: null, effect };
      return {
        name: `${name}: ${operation.name}`,
        faults: operation.path === '/company_statements' && method === 'GET' ? [lostAnswer, fault] : [fault],
        during,
      };
    }),
);
