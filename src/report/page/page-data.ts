import type { DuckDBConnection } from '@duckdb/node-api';
import { type Bound, readWritten, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { readStatements, type Statement } from '../statement/read-statements.ts';
import type { ReportScope } from '../table.ts';
import { type CauseGroup, type Rates, readActions, readCauses } from './causes.ts';
import { dayFrom } from './figures.ts';

/** The data of the page's charts and findings; every figure is summed in the database. */
export type PageData = {
  /** The day of the last run. */
  knownOn: string | undefined;
  /** Whether the statements are of test mode: not real money. */
  isTest: boolean;
  /** One row for each currency and day: the days of the scope, at least the last thirty. */
  verdicts: WarehouseRow[];
  /** The causes of open differences in the scope by kind, most serious first, as far as the page shows them. */
  causes: CauseGroup[];
  /** The kinds of open causes of every day up to the end of the scope, most serious first: as many as the front sheet shows. */
  actions: WarehouseRow[];
  /** Undecided differences up to the end of the scope: a total for each currency, then a row for each of its statements. */
  open: WarehouseRow[];
  /** The number of kinds of causes in the scope. */
  causeCount: number;
  /** One row for each control that must be made, by currency, control and day of the scope. */
  register: WarehouseRow[];
  /** One row for each input, currency and day: the days of the scope, at least the last fourteen. */
  inputs: WarehouseRow[];
  /** One row for each waiver that leaves out a control of the scope. */
  waivers: WarehouseRow[];
  /** The statements of each currency at the end of the scope. */
  statements: Statement[];
  /** One row for each currency and step of the money flow, over the scope; balances at its end. */
  flow: WarehouseRow[];
  /** One row for each control, currency, subject and measure, over the scope. */
  controls: WarehouseRow[];
  /** The lines of the bridges out of balance, largest difference first. */
  openBridges: WarehouseRow[];
  openBridgeCount: number;
  /** One row for each currency, age and kind of undecided cause, of all days up to the end of the scope. */
  ages: WarehouseRow[];
  lag: WarehouseRow[];
  /** The title of each reconciliation and of its two sides. */
  reconciliations: WarehouseRow[];
  fees: WarehouseRow[];
};

const calendarDays = 30;
const inputDays = 14;
/** The number of bridges that a page shows. */
const bridgesOnPage = 8;

const inScope = 'company = $company and business_date >= $from::date and business_date < $to::date';

/** The file of each reconciliation that is the user's own. */
const ownFiles = '(select reconciliation, origin as own_file from mart.reconciliation where is_own) as own';

const register = `
  select currency, business_date, control, subject, title, state, is_decided, reason, what_to_do, input, due_on
  from mart.control
  where ${inScope}
  order by list_order, control, subject, currency, business_date`;

const inputs = `
  select business_date, currency, input, state, basis, covered_from, covered_to, is_declared, declared_by, due_on, reason,
    rejected_count, business_date >= $from::date as is_in_scope
  from mart.input_day
  where company = $company and business_date >= $inputs_from::date and business_date < $to::date
  order by input, currency, business_date`;

const waivers = `
  select title, subject, reason, waived_by, first_day, last_day, list(distinct currency order by currency)::text as currencies
  from mart.waived
  where ${inScope}
  group by title, subject, reason, waived_by, first_day, last_day
  order by title, subject, first_day`;

const flow = `
  select currency, step_no, step, is_balance,
    case when is_balance then max_by(amount, business_date) else sum(amount) end::decimal(38, 4) as amount,
    case when not is_balance then sum(item_count)::bigint end as item_count
  from mart.money_flow
  where ${inScope}
  group by currency, step_no, step, is_balance
  order by currency, step_no`;

const controls = `
  with bridge as (
    select reconciliation, reconciliation_title, currency, subject, measure, business_date,
      min_by(amount, line_no) filter (is_total) as first_total,
      max_by(amount, line_no) filter (is_total) as second_total,
      min_by(title, line_no) filter (is_total) as first_title,
      max_by(title, line_no) filter (is_total) as second_title,
      sum(amount) filter (is_residual) as residual
    from mart.bridge_line
    where ${inScope}
    group by all
  )
  select reconciliation, reconciliation_title, own_file, currency, subject, measure, count(*) as day_count,
    min(first_title) as first_title, min(second_title) as second_title,
    max(first_total)::decimal(38, 4) as first_total, max(second_total)::decimal(38, 4) as second_total,
    sum(abs(residual))::decimal(38, 4) as size_of_residual, sum(residual)::decimal(38, 4) as residual,
    count(*) filter (residual <> 0) as open_day_count
  from bridge
  left join ${ownFiles} using (reconciliation)
  group by reconciliation, reconciliation_title, own_file, currency, subject, measure
  order by count(*) filter (residual <> 0) = 0, currency, reconciliation, subject, measure`;

const openBridges = `
  with bridge as (
    select reconciliation, currency, subject, measure, business_date, sum(amount) filter (is_residual) as residual
    from mart.bridge_line
    where ${inScope}
    group by all
  ),
  open_bridge as (
    select *, row_number() over (order by place_in_currency, currency) as place, count(*) over () as bridge_count
    from (
      -- amounts of different currencies are not compared: the largest of each currency come first
      select *, row_number() over (
        partition by currency order by measure = 'count', abs(residual) desc, business_date, reconciliation, subject, measure
      ) as place_in_currency
      from bridge
      where residual <> 0
    )
  )
  select open_bridge.place, open_bridge.bridge_count, line.reconciliation_title, line.currency, line.business_date, line.subject,
    line.measure, line.line_no, line.title, line.amount, line.is_total, line.is_residual
  from open_bridge
  inner join mart.bridge_line as line
    on line.company = $company and line.reconciliation = open_bridge.reconciliation and line.currency = open_bridge.currency
    and line.business_date = open_bridge.business_date and line.subject = open_bridge.subject and line.measure = open_bridge.measure
  where open_bridge.place <= $places
  order by open_bridge.place, line.line_no`;

const ages = `
  select currency, is_difference as is_break,
    case when age_days <= 1 then 0 when age_days <= 3 then 1 when age_days <= 7 then 2 when age_days <= 14 then 3
      when age_days <= 30 then 4 else 5 end as bucket,
    count(*) as cause_count, sum(debit)::decimal(38, 4) as debit, sum(credit)::decimal(38, 4) as credit,
    max(age_days) as oldest_days
  from mart.cause
  where company = $company and business_date < $to::date and status = 'open'
  group by currency, is_break, bucket
  order by currency, bucket, is_break desc`;

// a cause is in the statement in which its items stand; that of the payout account shows its difference without an item
const open = `
  with standing as (
    select item.cause_id, min_by(composition.statement, list_position(['gateway', 'deposits', 'payout'], composition.statement)) as statement
    from mart.composition as composition
    inner join mart.item as item on item.break_id = composition.break_id
    where composition.company = $company and item.cause_id is not null and composition.since_on < $to::date
      and (composition.ended_on is null or composition.ended_on >= $to::date)
    group by item.cause_id
  ),
  placed as (
    select cause.*, coalesce(standing.statement, if(cause.reconciliation = 'payout_roll_forward', 'payout', 'other')) as statement
    from mart.cause as cause
    left join standing on standing.cause_id = cause.cause_id
    where cause.company = $company and cause.business_date < $to::date and cause.is_difference and cause.status = 'open'
  )
  select currency, statement, sum(debit)::decimal(38, 4) as debit, sum(credit)::decimal(38, 4) as credit, count(*) as cause_count,
    max(age_days) as oldest_days
  from placed
  group by rollup (currency, statement)
  having currency is not null
  order by currency, list_position(['gateway', 'deposits', 'payout', 'other'], statement) nulls first`;

const fees = `
  select currency, method, sum(payment_count)::bigint as payment_count, sum(amount)::decimal(38, 4) as amount,
    sum(agreed_fee)::decimal(38, 4) as agreed_fee, sum(charged_fee)::decimal(38, 4) as charged_fee,
    sum(charged_minus_agreed)::decimal(38, 4) as charged_minus_agreed, sum(differing_count)::bigint as differing_count
  from mart.fee
  where ${inScope}
  group by rollup (currency, method)
  having currency is not null
  order by currency, method is null, method`;

/** Reads the data of the page from a published snapshot. */
export async function readPageData(connection: DuckDBConnection, scope: ReportScope, rates: Rates): Promise<PageData> {
  const { company, from, to } = scope;
  const bound = { company, from, to };
  const read = (sql: string, values: Bound = bound) => readWritten(connection, sql, values);
  const inputsFrom = [dayFrom(to, -inputDays), from].sort()[0] ?? from;
  const calendarFrom = [dayFrom(to, -calendarDays), from].sort()[0] ?? from;
  const [known] = await read(
    `select (select max(as_of) from recon.run) as known_on,
       exists (from mart.company where company = $company and is_test) as is_test`,
    { company },
  );
  const causes = await readCauses(read, scope, rates);
  const bridgeLines = await read(openBridges, { ...bound, places: bridgesOnPage });
  return {
    isTest: known?.is_test === true,
    knownOn: known?.known_on == null ? undefined : String(known.known_on),
    verdicts: await read(
      `select currency, business_date, verdict, matched_count, break_count, timing_count, suggested_count, rejected_count,
         decided_count, cause_count, cause_item_count, unexplained_debit, unexplained_credit, unexplained_net, reason, control_count, made_count, business_date >= $from::date as is_in_scope
       from mart.verdict
       where company = $company and business_date >= $calendar_from::date and business_date < $to::date
       order by currency, business_date`,
      { ...bound, calendar_from: calendarFrom },
    ),
    causes: causes.groups,
    actions: await readActions(read, scope, rates),
    open: await read(open, { company, to }),
    causeCount: causes.count,
    register: await read(register),
    inputs: await read(inputs, { ...bound, inputs_from: inputsFrom }),
    waivers: await read(waivers),
    statements: await readStatements(connection, scope),
    flow: await read(flow),
    controls: await read(controls),
    openBridges: bridgeLines,
    openBridgeCount: Number(bridgeLines[0]?.bridge_count ?? 0),
    ages: await read(ages, { company, to }),
    lag: await read(
      `select currency, method, settled_count, waiting_count, least_days, usual_days, high_days, most_days
       from mart.lag where company = $company order by currency, usual_days nulls last, method`,
      { company },
    ),
    fees: await read(fees),
    reconciliations: await read(
      `select reconciliation, reconciliation_title as title, left_label as left_title, right_label as right_title, own_file
       from mart.reconciliation left join ${ownFiles} using (reconciliation) order by reconciliation`,
      {},
    ),
  };
}
