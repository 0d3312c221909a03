import type { Ledger, LedgerOptions } from '../ledgers/ledger.mjs';

export function bankAndBooks(options: LedgerOptions): Ledger;
