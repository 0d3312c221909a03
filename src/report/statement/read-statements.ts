import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readWritten, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReportScope } from '../table.ts';

const nameSchema = z.enum(['gateway', 'deposits', 'payout']);
/** The parts of a statement (mart.statement). */
export const statementParts = ['balance', 'roll_forward', 'composition', 'open', 'written_off', 'ageing'] as const;
const partSchema = z.enum(statementParts);

/** A line of a statement, with its amount in major units as exact text. */
export type StatementLine = {
  code: string;
  /** The kind of its items in mart.composition, the payment method of sales, the account of write-offs, or the part of aged items; empty for another line. */
  kind: string;
  /** The sign of its items, 1 or -1; 0 where items of both signs are in one line. */
  sign: number;
  title: string;
  /** Undefined where the figure is not known. */
  amount: string | undefined;
  count: number | undefined;
  /** The day of the oldest item, of the release of a reserve, or of the reading of a balance. */
  day: string | undefined;
  /** The last day on which deposits in transit are expected. */
  due?: string | undefined;
  /** The amount of the take-on, and its file, beside the opening of the first business day. */
  takenOn?: { amount: string; file: string };
};

/** One statement of a company and currency, as of the end of a report's last day. */
export type Statement = {
  name: z.infer<typeof nameSchema>;
  currency: string;
  /** The payout accounts; empty for the other statements. */
  subject: string;
  lines: Record<z.infer<typeof partSchema>, StatementLine[]>;
};

function lineOf(row: WarehouseRow): StatementLine {
  return {
    code: String(row.line_code),
    kind: String(row.kind ?? ''),
    sign: Number(row.sign ?? 0),
    title: String(row.title ?? ''),
    amount: row.amount === null || row.amount === undefined ? undefined : String(row.amount),
    count: row.item_count === null ? undefined : Number(row.item_count),
    day: row.day_of === null ? undefined : String(row.day_of),
    due: row.due_on === null ? undefined : String(row.due_on),
    ...(row.taken_on === null || row.taken_on === undefined
      ? {}
      : { takenOn: { amount: String(row.taken_on), file: String(row.take_on_file) } }),
  };
}

/** The statements of a scope by currency: the gateway clearing account, the proof of deposits, the payout account. */
export async function readStatements(
  connection: DuckDBConnection,
  { company, from, to }: Pick<ReportScope, 'company' | 'from' | 'to'>,
): Promise<Statement[]> {
  const rows = await readWritten(
    connection,
    `with taken as (
       select if(item = 'deposit', 'deposits', if(item_id = 'gateway', 'gateway', 'payout')) as statement, opening.currency,
         if(item = 'balance' and item_id <> 'gateway', item_id, '') as subject, sum(amount) as amount, any_value(receipt.file_name) as file_name
       from core.opening_item as opening
       inner join raw.receipt as receipt on receipt.receipt_id = opening.receipt_id
       inner join core.company_terms as terms on terms.starts_on = $from::date
       where known_to is null and item in ('balance', 'deposit')
       group by all
     )
     select line.statement, line.currency, line.subject, part, line_code, kind, sign, title, line.amount, item_count, day_of, due_on,
       taken.amount as taken_on, taken.file_name as take_on_file
     from mart.statement($company, $from::date, $to::date) as line
     left join taken
       on line.part = 'roll_forward' and line.line_code = 'opening' and taken.statement = line.statement and taken.currency = line.currency
       and taken.subject = line.subject
     order by line.currency, list_position(['gateway', 'deposits', 'payout'], line.statement), line.subject, line_no, line_code, kind nulls first, sign, day_of`,
    { company, from, to },
  );
  const statements = new Map<string, Statement>();
  for (const row of rows) {
    const [name, currency, subject] = [nameSchema.parse(row.statement), String(row.currency), String(row.subject)];
    const key = [name, currency, subject].join('\0');
    const lines = { balance: [], roll_forward: [], composition: [], open: [], written_off: [], ageing: [] };
    const statement = statements.get(key) ?? { name, currency, subject, lines };
    statement.lines[partSchema.parse(row.part)].push(lineOf(row));
    statements.set(key, statement);
  }
  return [...statements.values()];
}
