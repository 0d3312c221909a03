import { readingOf } from '../../domain/configuration-fields.ts';
import type { LoadPlan, RequiredInput } from '../../domain/receipt-kind.ts';
import { defineConnector } from '../connector.ts';
import { type BankPreset, presetOf } from './bank-preset.ts';
import { formatsOf } from './book-files.ts';
import { cadenceOf } from './cadence.ts';
import { fileColumns } from './columns.ts';
import { type FilesSection, filesConfiguration } from './configuration.ts';
import { listKind } from './list-kind.ts';
import { type ConfiguredList, kindOfList, listsOf } from './lists.ts';
import { pairsOf } from './pairs.ts';
import { readCallbacks } from './read-callbacks.ts';

/** The kind of receipt of each file of `books`, and the effect of its absence on a day. */
const kindOf = { orders: 'orders', bank: 'bank_statement', callbacks: 'callbacks' } as const;
const titles = { orders: 'order file', bank: 'bank statement', callbacks: 'callback file' } as const;

type BankWords = Pick<BankPreset, 'sides' | 'statuses'>;

/** The words of the bank statement, of the lists and of all presets with one meaning, as a JSON list. */
function wordsOf(
  books: FilesSection['books'],
  banks: readonly BankWords[],
  words: (of: BankWords) => readonly string[],
): string {
  return JSON.stringify(
    [...(books.bank === undefined ? [] : [books.bank]), ...listsOf(books), ...banks].flatMap(words),
  );
}

/** The words of each status, as JSON lists, and the unit of the amounts, by the names of their settings. */
const orderTerms = ({ books }: Pick<FilesSection, 'books'>) => ({
  paid_statuses: JSON.stringify(books.orders?.statuses.paid ?? []),
  unpaid_statuses: JSON.stringify(books.orders?.statuses.not_paid ?? []),
  order_amounts: books.orders?.amounts,
});
/** The words of each status and side of a bank line, as JSON lists, by the names of their settings. */
const lineWords = ({ books, banks }: FilesSection) => ({
  credit_words: wordsOf(books, banks, ({ sides }) => sides.credit),
  debit_words: wordsOf(books, banks, ({ sides }) => sides.debit),
  booked_words: wordsOf(books, banks, ({ statuses }) => statuses.booked),
  not_booked_words: wordsOf(books, banks, ({ statuses }) => statuses.not_booked),
});

/** The accounts of a role as a JSON list. */
function accountsOf(codes: string | readonly string[] | undefined): string | undefined {
  return codes === undefined ? undefined : JSON.stringify([codes].flat());
}

const noFile = (list: ConfiguredList) => `No file of the list ${list.name} covers the day.`;

/** What callbacks need where `tieout receive` takes them. */
const listening = {
  coverage: 'listening',
  reason:
    '`tieout receive` did not listen through the day, or not long enough after a gap, and no file of callbacks covers the day. Import one, or waive the control.',
} as const;

function required({ books }: FilesSection): RequiredInput[] {
  const ofFiles = (kind: string, book: Parameters<typeof cadenceOf>[0], reason: string): RequiredInput => ({
    kind,
    coverage: 'file',
    scope: 'currency',
    reason,
    cadence: cadenceOf(book),
    covers: book.covers,
  });
  return [
    ...(['orders', 'bank', 'callbacks'] as const).flatMap((name) => {
      const book = books[name];
      if (book === undefined) return [];
      const needed = ofFiles(kindOf[name], book, `No ${titles[name]} covers the day.`);
      return ['received' in book && book.received ? { ...needed, ...listening } : needed];
    }),
    ...listsOf(books).map((list) => ofFiles(kindOfList(list.name), list, noFile(list))),
  ];
}

/** The columns of a list that only matching reads. */
const columnsOf = ({ counterparty, fee, number, identifier }: ConfiguredList) => ({
  counterparty,
  fee,
  number,
  identifier,
});

/** The columns of each list that only matching reads, by the kind of its files. */
const listColumns = ({ books }: FilesSection) =>
  JSON.stringify(Object.fromEntries(listsOf(books).map((list) => [kindOfList(list.name), columnsOf(list)])));

const bankLoad: LoadPlan = {
  format: 'table',
  formats: formatsOf.bank_statement,
  title: 'bank statement',
  columns: fileColumns.bank,
  required: ['booked_on', ['amount', 'credit', 'debit']],
  section: 'books.bank',
  dates: ['booked_on', 'value_date'],
  amounts: ['amount', 'credit', 'debit', 'balance'],
  presets: async () => {
    const { shippedBanks } = await import('./shipped-banks.ts');
    return shippedBanks();
  },
  texts: ['description', 'reference'],
  staged: 'staging.bank_line',
  noted: ['bank_pdf_sign'],
  derived: ['bank_running_keep', 'bank_table_line_keep'],
  examine: [
    'bank_account',
    'bank_currency',
    'bank_trades',
    'bank_pdf',
    'bank_columns',
    'bank_twice',
    'bank_running',
    'bank_sign',
    'bank_mark',
    'bank_debit_sign',
    'bank_status',
    'bank_net',
    'bank_account_currency',
    'bank_unsigned',
    'bank_balance',
    'bank_totals',
  ],
  steps: ['bank_continuation', 'load/line_note', 'bank_note', 'load/line_reject', 'bank_statement_insert'],
  facts: [
    'bank_text_keep',
    'bank_source_note',
    'bank_line_insert',
    'load/line_span',
    'bank_line_end',
    'bank_line_continue',
    'load/ended_note',
  ],
};

export const connector = defineConnector({
  name: 'files',
  title: "merchant's own files",
  access: 'local',
  configuration: filesConfiguration,
  unrecorded: {
    'books.orders.file': undefined,
    'books.bank.file': undefined,
    'books.callbacks.file': undefined,
    'books.ledger.file': undefined,
    'books.lists.*.file': undefined,
    // the keys themselves are in landing
    'books.callbacks.public_keys': undefined,
  },
  // without its place, the files of landing could not be read again
  recordedSecrets: ['books.bank.pdf_password'],
  isConfigured: ({ books, banks }) => banks.length > 0 || Object.values(books).some((book) => book !== undefined),
  isCollecting: false,
  kinds: {
    orders: {
      load: {
        format: 'table',
        formats: formatsOf.orders,
        title: 'order file',
        columns: fileColumns.orders,
        required: ['order', 'placed_on', 'amount', 'status'],
        section: 'books.orders',
        dates: ['placed_on'],
        areInstants: true,
        staged: 'staging.merchant_order',
        summed: 'order_summed',
        amounts: ['amount', 'refunded'],
        steps: ['order_note', 'load/line_reject'],
        facts: [
          'order_line_keep',
          'merchant_order_close',
          'merchant_order_insert',
          'load/line_span',
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
      load: bankLoad,
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
        formats: formatsOf.callbacks,
        title: titles.callbacks,
        columns: fileColumns.callbacks,
        required: ['body'],
        section: 'books.callbacks',
        read: readCallbacks,
        staged: 'staging.callback',
        steps: ['callback_unexpected', 'load/line_reject', 'callback_insert', 'load/line_span'],
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
    // the amounts that a company brings forward to its first business day
    opening_items: {
      load: {
        format: 'table',
        formats: ['csv', 'xlsx'],
        title: 'take-on file',
        columns: fileColumns.opening,
        required: ['item', 'id', 'amount'],
        section: 'books.opening',
        dates: ['occurred_on'],
        amounts: ['amount'],
        staged: 'staging.opening_item',
        examine: ['opening_start'],
        steps: ['opening_reject'],
        facts: [
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
        provesDays: false,
      },
    },
    ledger_balances: {
      load: {
        format: 'table',
        formats: formatsOf.ledger_balances,
        title: 'ledger file',
        columns: fileColumns.ledger,
        required: ['account', 'balance_on', 'balance'],
        section: 'books.ledger',
        dates: ['balance_on'],
        amounts: ['balance'],
        staged: 'staging.ledger_balance',
        steps: ['ledger_note', 'load/line_reject'],
        facts: ['ledger_close', 'ledger_insert', 'load/line_span'],
      },
      import: {
        name: 'ledger',
        description: 'the balances of the general ledger',
        figures: 'ledger_figures',
        reconciles: 'days_reconciled_before',
        provesDays: false,
        isSubset: true,
      },
    },
    public_key: { load: { format: 'none' } },
  },
  ownKinds: ({ books }) =>
    Object.fromEntries(listsOf(books).map((list) => [kindOfList(list.name), listKind(bankLoad, list)])),
  requires: required,
  settings: ({ books, banks }) => ({
    pair_sides:
      books.pairs === undefined
        ? undefined
        : JSON.stringify(Object.fromEntries(pairsOf(books).map(({ name, unmatched }) => [name, unmatched]))),
    list_columns: books.lists === undefined ? undefined : listColumns({ books, banks }),
    deposits_are: books.bank?.deposits_are,
    deposit_text: books.bank?.deposit_text,
    ...orderTerms({ books }),
    ...lineWords({ books, banks }),
    ledger_gateway_accounts: accountsOf(books.ledger?.accounts?.gateway),
    ledger_bank_accounts: accountsOf(books.ledger?.accounts?.bank),
    ledger_payout_accounts: accountsOf(books.ledger?.accounts?.payout),
  }),
  reading: ({ books, banks }, kind) => {
    const sections = {
      orders: books.orders,
      bank_statement: books.bank,
      opening_items: books.opening,
      callbacks: books.callbacks,
      ledger_balances: books.ledger,
    };
    const list = listsOf(books).find(({ name }) => kindOfList(name) === kind);
    const [, section] = Object.entries(sections).find(([name]) => name === kind) ?? [kind, list];
    const terms = section === undefined ? {} : readingOf(section);
    if (kind === 'orders') return { ...terms, settings: orderTerms({ books }) };
    if (list !== undefined) return { ...terms, settings: lineWords({ books, banks }), further: columnsOf(list) };
    if (kind !== 'bank_statement') return terms;
    return {
      ...terms,
      settings: lineWords({ books, banks }),
      account: books.bank?.account,
      currency: books.bank?.currency,
      presets: banks.map(presetOf),
      pdfPassword: books.bank?.pdf_password,
    };
  },
  deliveries: {
    path: 'callbacks',
    kind: 'callbacks',
    digest: 'sha256',
    isReceived: ({ books }) => books.callbacks?.received === true,
  },
  signingKeys: {
    path: 'callbacks',
    now: async (context) => (await import('./callback-keys.ts')).configuredKeys(context),
  },
  beforeImport: async (kind, context) => {
    if (kind !== 'callbacks') return;
    const { keepCallbackKeys } = await import('./callback-keys.ts');
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
