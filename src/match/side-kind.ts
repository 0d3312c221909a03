import { listPlan } from '../connectors/files/list-kind.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';

/** A file of either side: it is read as a file of a list is, and its lines and rejected rows are kept for matching. */
export function sideKind(): ImportableKind {
  const bank = importableKinds().find(({ import: { name } }) => name === 'bank');
  if (bank === undefined) throw new TypeError('no connector reads bank statements');
  const load = {
    ...listPlan(bank.declaration.load),
    facts: ['match_files/match_line_insert', 'match_files/match_rejected_insert'],
  };
  return { ...bank, declaration: { ...bank.declaration, load } };
}
