import type { Ledger, LedgerOptions } from './ledger.mjs';

export function checksAndWires(options: LedgerOptions): Ledger;
