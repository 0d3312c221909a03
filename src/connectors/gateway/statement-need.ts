import type { Window } from '../windows.ts';

export type StatementFormat = 'csv' | 'xlsx';

/** The kinds of receipts of statements: the statement of record, and a statement in another format that is compared with it. */
export type StatementKind = 'statement' | 'statement_comparison';

/** A statement that a period needs and that has not been received. */
export type StatementNeed = { kind: StatementKind; format: StatementFormat; currency: string; window: Window };

/** The kinds of receipts of a statement: the intent of the request, the request, and the file. */
export const receiptKindsOf = (kind: StatementKind) => ({
  intent: `${kind}_intent`,
  request: `${kind}_request`,
  file: kind,
});
