import { readingOf } from '../../domain/configuration-fields.ts';
import type { RequiredInput } from '../../domain/receipt-kind.ts';
import { defineConnector } from '../connector.ts';
import { cadenceOf } from './cadence.ts';
import { readCallbacks } from './callback-records.ts';
import { fileColumns } from './columns.ts';
import { type FilesSection, filesConfiguration } from './configuration.ts';

/** The kind of receipt that each file of `books` becomes, and what the day lacks without it. */
const kindOf = { orders: 'orders', bank: 'bank_statement', callbacks: 'callbacks' } as const;
const titles = { orders: 'order file', bank: 'bank statement', callbacks: 'callback file' } as const;

function required({ books }: FilesSection): RequiredInput[] {
  return (['orders', 'bank', 'callbacks'] as const).flatMap((name) => {
    const book = books[name];
    if (book === undefined) return [];
    return [
      {
        ...{ kind: kindOf[name], coverage: 'file', scope: 'currency' },
        ...{ reason: `No ${titles[name]} covers the day.`, cadence: cadenceOf(book), covers: book.covers },
      } as const,
    ];
  });
}

export const connector = defineConnector({
  name: 'files',
  title: "merchant's own files",
  access: 'local',
  configuration: filesConfiguration,
  unrecorded: {
    'books.orders.file': undefined,
    'books.bank.file': undefined,
    'books.callbacks.file': undefined,
    // the keys themselves are in landing
    'books.callbacks.public_keys': undefined,
  },
  isConfigured: ({ books }) => Object.values(books).some((book) => book !== undefined),
  isCollecting: false,
  kinds: {
    orders: {
      load: {
        format: 'table',
        formats: ['csv', 'xlsx', 'jsonl'],
        table: 'raw.order_line',
        title: 'order file',
        columns: fileColumns.orders,
        required: ['order', 'placed_on', 'amount', 'status'],
        section: 'books.orders',
        dates: ['placed_on'],
        staged: 'staging.merchant_order',
        summed: 'order_summed',
        amounts: ['amount', 'refunded'],
        steps: [
          'order_note',
          'merchant_order_reject',
          'merchant_order_close',
          'merchant_order_insert',
          'merchant_order_span',
          'merchant_order_end',
          'load/ended_note',
        ],
      },
      import: {
        name: 'orders',
        description: "the merchant's own orders",
        figures: 'order_figures',
        reconciles: 'days_reconciled_before',
      },
    },
    bank_statement: {
      input: 'bank',
      load: {
        format: 'table',
        formats: ['csv', 'xlsx', 'camt053', 'mt940', 'ofx'],
        table: 'raw.bank_statement_line',
        title: 'bank statement',
        columns: fileColumns.bank,
        required: ['booked_on', ['amount', 'credit', 'debit']],
        section: 'books.bank',
        dates: ['booked_on', 'value_date'],
        amounts: ['amount', 'credit', 'debit', 'balance'],
        staged: 'staging.bank_line',
        examine: ['bank_columns', 'bank_running', 'bank_balance', 'bank_totals'],
        steps: [
          'bank_line_note',
          'bank_note',
          'bank_line_reject',
          'bank_line_insert',
          'bank_line_span',
          'bank_statement_insert',
          'bank_line_end',
          'bank_line_continue',
          'load/ended_note',
        ],
      },
      import: {
        name: 'bank',
        description: "the merchant's bank statement",
        figures: 'bank_figures',
        reconciles: 'days_reconciled_before',
      },
    },
    callbacks: {
      load: {
        format: 'records',
        formats: ['jsonl'],
        title: titles.callbacks,
        columns: fileColumns.callbacks,
        required: ['body'],
        section: 'books.callbacks',
        read: readCallbacks,
        staged: 'staging.callback',
        steps: ['callback_reject', 'callback_insert', 'callback_span'],
      },
      import: {
        name: 'callbacks',
        description: 'the callbacks that the merchant received',
        figures: 'callback_figures',
        reconciles: 'days_reconciled_before',
      },
      // callbacks that no key verified may be verified with a newer key
      dependsOn: 'public_key',
    },
    // what a company brings forward to its first business day
    opening_items: {
      load: {
        format: 'table',
        formats: ['csv', 'xlsx'],
        table: 'raw.opening_line',
        title: 'take-on file',
        columns: fileColumns.opening,
        required: ['item', 'id', 'amount'],
        section: 'books.opening',
        dates: ['occurred_on'],
        amounts: ['amount'],
        staged: 'staging.opening_item',
        examine: ['opening_start'],
        steps: [
          'opening_reject',
          'opening_close',
          'opening_payment_close',
          'opening_order_close',
          'opening_insert',
          'opening_payment_insert',
          'opening_order_insert',
          'opening_span',
        ],
      },
      import: {
        name: 'opening',
        description: 'the opening balances and open items of the first business day (tieout take-on)',
        figures: 'opening_figures',
        reconciles: 'days_reconciled_before',
      },
    },
    public_key: { load: { format: 'none' } },
  },
  requires: required,
  settings: ({ books }) => ({
    deposits_are: books.bank?.deposits_are,
    deposit_text: books.bank?.deposit_text,
    paid_statuses: JSON.stringify(books.orders?.statuses.paid ?? []),
    unpaid_statuses: JSON.stringify(books.orders?.statuses.not_paid ?? []),
  }),
  reading: ({ books }, kind) => {
    if (kind === 'orders') return readingOf(books.orders);
    if (kind === 'bank_statement') return readingOf(books.bank);
    if (kind === 'opening_items') return readingOf(books.opening);
    return kind === 'callbacks' ? readingOf(books.callbacks) : {};
  },
  beforeImport: async (kind, context) => {
    if (kind !== 'callbacks') return;
    const { keepCallbackKeys } = await import('./extract.ts');
    await keepCallbackKeys(context, true);
  },
  extract: async (context) => {
    const { extractFiles } = await import('./extract.ts');
    return extractFiles(context);
  },
  probe: async (context) => {
    const { probeFiles } = await import('./probe.ts');
    return probeFiles(context);
  },
});
