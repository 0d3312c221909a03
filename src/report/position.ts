import { z } from 'zod';
import type { PageData } from './page/page-data.ts';
import { added } from './shown-value.ts';

/** The position of a company in one currency at the end of a report's last day, with all causes open by then. */
export const positionSchema = z.object({
  currency: z.string(),
  /** The closing balances of the statements of the gateway and of the payout accounts, as exact text. */
  balances: z.array(z.object({ statement: z.enum(['gateway', 'payout']), subject: z.string(), amount: z.string() })),
  /** The undecided differences: the number of causes, their debits and credits, and the age of the oldest. */
  open_count: z.number(),
  open_debit: z.string(),
  open_credit: z.string(),
  oldest_days: z.number(),
  /** The actions that matter most, with the number of causes that need them. */
  actions: z.array(z.object({ what_to_do: z.string(), cause_count: z.number() })),
});
export type Position = z.infer<typeof positionSchema>;

const ofCurrency = (currency: string) => (row: { currency?: unknown }) => row.currency === currency;

function balancesOf({ statements }: Pick<PageData, 'statements'>, currency: string): Position['balances'] {
  return statements.filter(ofCurrency(currency)).flatMap(({ name, subject, lines }) => {
    const amount = lines.roll_forward.find(({ code }) => code === 'closing')?.amount;
    return amount === undefined || name === 'deposits' ? [] : [{ statement: name, subject, amount }];
  });
}

/** The position of each currency of a report, from the data of its page. */
export function positionsOf(data: Pick<PageData, 'verdicts' | 'statements' | 'ages' | 'actions'>): Position[] {
  const currencies = new Set(
    data.verdicts.filter((row) => row.is_in_scope === true).map((row) => String(row.currency)),
  );
  return [...currencies].sort().map((currency) => {
    const open = data.ages.filter((row) => row.is_break === true).filter(ofCurrency(currency));
    return {
      currency,
      balances: balancesOf(data, currency),
      open_count: open.reduce((sum, row) => sum + Number(row.cause_count), 0),
      open_debit: added(...open.map((row) => row.debit)),
      open_credit: added(...open.map((row) => row.credit)),
      oldest_days: Math.max(0, ...open.map((row) => Number(row.oldest_days))),
      actions: data.actions.filter(ofCurrency(currency)).map((row) => ({
        what_to_do: String(row.what_to_do),
        cause_count: Number(row.cause_count),
      })),
    };
  });
}
