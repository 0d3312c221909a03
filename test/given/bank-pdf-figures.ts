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
