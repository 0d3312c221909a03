import type { Ledger, LedgerOptions } from './ledger.mjs';

export function shopsAndCouriers(options: LedgerOptions): Ledger;
