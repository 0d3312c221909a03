export type StatementLine = { day: number; amount: number; text?: string };
/** A statement of days in November 2026. */
export type GivenStatement = {
  from: number;
  to: number;
  lines: readonly StatementLine[];
  account?: string;
  opening?: number;
};

const money = (amount: number) => `${amount < 0 ? 'D' : 'C'}${Math.abs(amount)},`;
const date = (day: number) => `2611${String(day).padStart(2, '0')}`;

/** An MT940 statement of days in November whose balances agree with its lines. */
export function mt940({ from, to, lines, account = '5140', opening = 1000 }: GivenStatement): string {
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening);
  return [
    `:20:S\n:25:${account}\n:28C:1/1\n:60F:C${date(from)}MYR${opening},`,
    ...lines.map(
      ({ day, amount, text = 'x' }) => `:61:${date(day)}${date(day).slice(2)}${money(amount)}NTRF${text}//${text}1`,
    ),
    `:62F:C${date(to)}MYR${closing},\n-\n`,
  ].join('\n');
}
