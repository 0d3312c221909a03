import type { LoadPlan } from '../../domain/receipt-kind.ts';
import type { BroughtKind } from '../connector.ts';
import { formatsOf } from './book-files.ts';
import { type ConfiguredList, kindOfList } from './lists.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/**
 * The rules for a bank statement that do not apply to any file with days and amounts: a list of invoices has no signs, and a column
 * beside the amount may have the fee.
 */
const ofBanksOnly = ['bank_unsigned', 'bank_status', 'bank_net', 'bank_account_currency'];

/**
 * The plan for a file of dated amounts: that of a bank statement, without the rules for banks only and without its facts. The state of an
 * invoice or parcel says nothing about its booking, so a column is a status only where the terms name it.
 */
export function listPlan(bank: LoadPlan): TablePlan {
  if (bank.format !== 'table') throw new TypeError('a bank statement is a table');
  return {
    ...bank,
    title: 'file',
    columns: { ...bank.columns, status: [] },
    formats: formatsOf.list,
    examine: bank.examine?.filter((rule) => !ofBanksOnly.includes(rule)) ?? [],
    steps: bank.steps.filter((step) => step === 'bank_continuation' || step === 'load/line_reject'),
    facts: [],
  };
}

/** The kind of the files of a list. */
export function listKind(bank: LoadPlan, { name, currency }: Pick<ConfiguredList, 'name' | 'currency'>): BroughtKind {
  return {
    currency,
    load: {
      ...listPlan(bank),
      section: `books.lists.${name}`,
      steps: ['bank_continuation', 'list_line_reject'],
      facts: [
        'bank_text_keep',
        'list_line_keep',
        'list_line_insert',
        'load/line_span',
        'list_line_end',
        'load/ended_note',
      ],
    },
    import: {
      name: kindOfList(name),
      description: `the list ${name} of the configuration`,
      figures: 'bank_figures',
      reconciles: 'days_reconciled_before',
    },
  };
}
