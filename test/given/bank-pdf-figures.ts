/** One entry: its day as YYYY-MM-DD, its amount in cents with its sign, and the lines of its description. */
export type LedgerEntry = { day: string; cents: number; texts: readonly string[] };

export type Ledger = {
  account: string;
  from: string;
  to: string;
  opening: number;
  entries: readonly LedgerEntry[];
};

export type Row = LedgerEntry & { balance: number };

/** The figures that are printed. */
export type Figures = {
  account: string;
  from: string;
  to: string;
  opening: number;
  closing: number;
  credits: number;
  debits: number;
  creditCount: number;
  debitCount: number;
  rows: Row[];
};

export const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);

/** Computes the balances and totals of a ledger. */
export function figuresOf({ account, from, to, opening, entries }: Ledger): Figures {
  let balance = opening;
  const rows = entries.map((entry) => {
    balance += entry.cents;
    return { ...entry, balance };
  });
  const amounts = entries.map(({ cents }) => cents);
  const credits = amounts.filter((cents) => cents > 0);
  const debits = amounts.filter((cents) => cents < 0);
  return {
    account,
    from,
    to,
    opening,
    closing: balance,
    credits: sumOf(credits),
    debits: -sumOf(debits),
    creditCount: credits.length,
    debitCount: debits.length,
    rows,
  };
}

/** A month of four entries. */
export const month: Ledger = {
  account: '512345678901',
  from: '2026-10-01',
  to: '2026-10-31',
  opening: 1_234_550,
  entries: [
    { day: '2026-10-02', cents: 123_45, texts: ['FPX PAYMENT'] },
    { day: '2026-10-03', cents: -5_00, texts: ['SERVICE FEE'] },
    { day: '2026-10-15', cents: -12_345_67, texts: ['TRANSFER TO SUPPLIER'] },
    { day: '2026-10-31', cents: 99, texts: ['INTEREST'] },
  ],
};
