import type { DuckDBConnection } from '@duckdb/node-api';
import { readWritten, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { readStatements, type Statement } from '../statement/read-statements.ts';
import type { ReportScope } from '../table.ts';

/** The decisions of one kind by one author, with one approver. The two sides of their amounts never cancel. */
export type DecisionGroup = {
  decision: string;
  author: string;
  /** Empty without an approval. */
  approver: string;
  count: number;
  debit: string;
  credit: string;
};

/** One decision, with the reference of its item. */
export type ListedDecision = {
  decision: string;
  author: string;
  approver: string;
  reference: string;
  reason: string;
  note: string;
  /** Undefined where its item has no amount, such as a wrong status. */
  amount: string | undefined;
};

/** The content of the page of one company, currency and period that people sign. */
export type SignOff = {
  scope: ReportScope;
  currency: string;
  /** Whether the statements are of test mode: not real money. */
  isTest: boolean;
  statements: Statement[];
  days: number;
  reconciledDays: number;
  /** The rows of mart.control and mart.input_day of the period. */
  register: WarehouseRow[];
  inputs: WarehouseRow[];
  groups: DecisionGroup[];
  /** The largest decisions; the groups have all of them. */
  largest: ListedDecision[];
  openCount: number;
  /** The time of receipt of the newest file that the last run knew; undefined without a run. */
  knownAt: string | undefined;
  /** The sha256 of the configuration of the last run; undefined where it is not recorded. */
  configuration: string | undefined;
};

/** The number of decisions that are listed one by one. */
export const listedDecisions = 5;

const ofPeriod = 'company = $company and business_date >= $from::date and business_date < $to::date';

const days = `
  select currency, count(*)::integer as days, (count(*) filter (verdict in ('reconciled', 'reconciled_with_timing')))::integer as reconciled_days
  from mart.verdict where ${ofPeriod} group by currency order by currency`;

const register = `
  select currency, business_date, control, subject, title, state, is_decided, input
  from mart.control where ${ofPeriod} order by list_order, control, subject, currency, business_date`;

const inputs = `
  select currency, business_date, input, state, due_on
  from mart.input_day where ${ofPeriod} order by input, currency, business_date`;

const decided = `
  select item.currency, decision.decision, decision.decided_by, coalesce(decision.approved_by, '') as approved_by, decision.reason_code,
    coalesce(decision.decision_note, '') as note, decision.right_minus_left as amount, decision.decision_id, item.break_id,
    coalesce(item.left_reference, item.right_reference, item.item_key) as reference
  from mart.decision as decision
  inner join mart.item as item on item.break_id = decision.break_id
  where decision.company = $company and decision.is_in_force and item.status <> 'open'
    and item.business_date >= $from::date and item.business_date < $to::date`;

const groups = `
  with decided as (${decided})
  select currency, decision, decided_by, approved_by, count(*)::integer as decision_count,
    coalesce(sum(amount) filter (amount > 0), 0)::decimal(38, 4) as debit, coalesce(-sum(amount) filter (amount < 0), 0)::decimal(38, 4) as credit
  from decided
  group by currency, decision, decided_by, approved_by
  order by currency, decision, decided_by, approved_by`;

const largest = `
  with decided as (${decided})
  select * from decided
  qualify row_number() over (partition by currency order by abs(amount) desc nulls last, break_id, decision_id) <= $listed::integer
  order by currency, abs(amount) desc nulls last, break_id, decision_id`;

const open = `
  select currency, count(*)::integer as open_count
  from mart.item where ${ofPeriod} and status in ('open', 'awaiting_approval') and is_open group by currency`;

const textOf = (row: WarehouseRow, field: string) => String(row[field] ?? '');

const groupOf = (row: WarehouseRow): DecisionGroup => ({
  decision: textOf(row, 'decision'),
  author: textOf(row, 'decided_by'),
  approver: textOf(row, 'approved_by'),
  count: Number(row.decision_count),
  debit: textOf(row, 'debit'),
  credit: textOf(row, 'credit'),
});

const listedOf = (row: WarehouseRow): ListedDecision => ({
  decision: textOf(row, 'decision'),
  author: textOf(row, 'decided_by'),
  approver: textOf(row, 'approved_by'),
  reference: textOf(row, 'reference'),
  reason: textOf(row, 'reason_code'),
  note: textOf(row, 'note'),
  amount: row.amount == null ? undefined : String(row.amount),
});

/** The content of the pages of a company and period: one for each currency that has a verdict in the period. */
export async function readSignOffs(connection: DuckDBConnection, scope: ReportScope): Promise<SignOff[]> {
  const { company, from, to } = scope;
  const bound = { company, from, to };
  const read = (sql: string) => readWritten(connection, sql, bound);
  const statements = await readStatements(connection, scope);
  const [registered, received, grouped, opened] = [
    await read(register),
    await read(inputs),
    await read(groups),
    await read(open),
  ];
  const listed = await readWritten(connection, largest, { ...bound, listed: listedDecisions });
  const [known] = await readWritten(
    connection,
    `select (select is_test from mart.company where company = $company) as is_test,
       arg_max(known_at, run_id) as known_at, arg_max(configuration_sha256, run_id) as configuration
     from mart.run where company = $company`,
    { company },
  );
  return (await read(days)).map((row): SignOff => {
    const currency = textOf(row, 'currency');
    const isOwn = (other: { currency?: unknown }) => other.currency === currency;
    return {
      scope,
      currency,
      isTest: known?.is_test === true,
      statements: statements.filter(isOwn),
      days: Number(row.days),
      reconciledDays: Number(row.reconciled_days),
      register: registered.filter(isOwn),
      inputs: received.filter(isOwn),
      groups: grouped.filter(isOwn).map(groupOf),
      largest: listed.filter(isOwn).map(listedOf),
      openCount: Number(opened.find(isOwn)?.open_count ?? 0),
      knownAt: known?.known_at == null ? undefined : String(known.known_at),
      configuration: known?.configuration == null ? undefined : String(known.configuration),
    };
  });
}
