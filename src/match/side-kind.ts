import type { LoadPlan } from '../domain/receipt-kind.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';

/**
 * The rules for a bank statement that do not apply to any file with days and amounts: a list of invoices has no signs, and a column
 * beside the amount may have the fee.
 */
const ofBanksOnly = ['bank_unsigned', 'bank_status', 'bank_net', 'bank_account_currency'];

function planOf(load: LoadPlan): LoadPlan {
  if (load.format !== 'table') throw new TypeError('a bank statement is a table');
  return {
    ...load,
    title: 'file',
    formats: [...load.formats, 'jsonl'],
    examine: load.examine?.filter((rule) => !ofBanksOnly.includes(rule)) ?? [],
    steps: load.steps.filter((step) => step === 'bank_continuation' || step === 'bank_line_reject'),
    facts: ['match_files/match_line_insert'],
  };
}

/** A file of either side: it is read as a bank statement is, without the rules for banks only, and its lines are kept for matching. */
export function sideKind(): ImportableKind {
  const bank = importableKinds().find(({ import: { name } }) => name === 'bank');
  if (bank === undefined) throw new TypeError('no connector reads bank statements');
  return { ...bank, declaration: { ...bank.declaration, load: planOf(bank.declaration.load) } };
}
