import { groupedBy } from '../../domain/grouped-by.ts';
import type { Bound, WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReportScope } from '../table.ts';

/** The exchange rates of other currencies to one currency, declared in the configuration as exact decimal text. */
export type Rates = { currency: string | undefined; rates: Readonly<Record<string, string>> };

/** Causes of one kind, and for a single cause its items. */
export type CauseGroup = { row: WarehouseRow; items: WarehouseRow[] };

/** Findings beyond this number are only in the tables. */
const groupsOnPage = 15;

/*
 * Amounts of different currencies are ranked by their declared rates. Where a currency has no rate, each currency is ranked separately,
 * and the currencies share the places.
 */
const groups = `
  -- amounts at stake: a request that lacks an approval has an amount, although nothing is due
  with stake as (
    select cause_id, sum(abs(right_minus_left)) as amount
    from mart.break
    where company = $company and closed_on is null and cause_id is not null
    group by cause_id
  ),
  -- causes whose undecided differences are all proposed for write-off
  proposed as (
    select cause_id, count(*)::bigint as item_count
    from mart.break
    where company = $company and closed_on is null and outcome <> 'timing' and status in ('open', 'awaiting_approval') and cause_id is not null
    group by cause_id
    having bool_and(status = 'open' and write_off_account is not null)
  ),
  cause as (
    select cause.* replace (
        if(proposed.cause_id is null, cause.reconciliation, 'write_off') as reconciliation,
        if(proposed.cause_id is null, cause.reconciliation_title, '') as reconciliation_title,
        if(proposed.cause_id is null, cause.reconciliations, '') as reconciliations,
        if(proposed.cause_id is null, cause.list_order, 0) as list_order,
        if(proposed.cause_id is null, cause.outcome, 'write_off') as outcome,
        if(proposed.cause_id is null, cause.reason_code, null) as reason_code,
        if(proposed.cause_id is null, cause.meaning, '') as meaning,
        if(proposed.cause_id is null, cause.item_count, proposed.item_count) as item_count
      ),
      if(cause.debit + cause.credit = 0, coalesce(stake.amount, 0), 0) as stake,
      own.origin as own_file,
      case when cause.currency = $currency then 1 else ($rates::json ->> cause.currency)::decimal(14, 6) end as rate
    from mart.cause as cause
    left join stake on stake.cause_id = cause.cause_id
    left join proposed on proposed.cause_id = cause.cause_id
    left join mart.reconciliation as own on proposed.cause_id is null and own.reconciliation = cause.reconciliation and own.is_own
    where cause.company = $company and cause.business_date < $to::date and cause.last_day >= $from::date
      and cause.is_difference and cause.status = 'open'
  ),
  kind as (
    select currency, reconciliation, reconciliation_title, own_file, list_order, outcome, reason_code, reconciliations,
      if(outcome = 'write_off', '', what_to_do) as action,
      any_value(rate) as rate, count(*) as cause_count, sum(item_count)::bigint as item_count,
      sum(stake)::decimal(38, 4) as stake, sum(debit)::decimal(38, 4) as debit, sum(credit)::decimal(38, 4) as credit, min(meaning) as meaning, min(what_to_do) as what_to_do,
      min(reason) as reason, min(cause_id) as cause_id, count(distinct business_date) as day_count,
      min(business_date) as first_day, max(age_days) as age_days
    from cause
    group by all
  ),
  rated as (
    select *, bool_and(rate is not null) over () as is_rated,
      (debit + credit + stake)::decimal(24, 4) * coalesce(rate, 1)::decimal(14, 6) as worth
    from kind
  ),
  ranked as (
    select *, count(*) over () as group_count,
      count(distinct currency) over (partition by is_rated) as currency_count,
      row_number() over (
        partition by case when is_rated then '' else currency end
        order by worth desc, age_days desc, currency, list_order, reason_code, reconciliations
      ) as place
    from rated
  )
  select * exclude (action, rate, worth, place, currency_count)
  from ranked
  where outcome = 'write_off' or place <= case when is_rated then $places::integer else greatest($places::integer // currency_count, 1) end
  order by case when is_rated then '' else currency end, place`;

const itemsOfCauses = `
  select cause_id, reconciliation, reconciliation_title, reason, right_minus_left, currency, status
  from mart.break
  where company = $company and closed_on is null and cause_id in (select unnest(from_json($causes::json, '["text"]')))
  order by cause_id, reconciliation_title, break_id`;

type Read = (sql: string, bound: Bound) => Promise<WarehouseRow[]>;

const readKinds = (read: Read, { company, from, to }: Omit<ReportScope, 'zone'>, { currency, rates }: Rates) =>
  read(groups, {
    ...{ company, from, to, places: groupsOnPage },
    ...{ currency: currency ?? null, rates: JSON.stringify(rates) },
  });

/** The number of actions with which the front sheet begins: in all, or of each currency where several have actions. */
const [actionsInAll, actionsOfCurrency] = [5, 3];

/** The first actions, of the undecided causes of every day up to the end of the scope: the kinds of causes, most serious first. */
export async function readActions(
  read: Read,
  scope: Pick<ReportScope, 'company' | 'to'>,
  rates: Rates,
): Promise<WarehouseRow[]> {
  const rows = await readKinds(read, { ...scope, from: '0001-01-01' }, rates);
  const byCurrency = [...groupedBy(rows, ({ currency }) => currency).values()];
  // amounts of different currencies have no common order without rates
  const isOrdered = rows[0]?.is_rated === true || byCurrency.length === 1;
  const [ranked, most] = isOrdered ? [[rows], actionsInAll] : [byCurrency, actionsOfCurrency];
  return ranked.flatMap((own) => own.filter(({ outcome }, place) => place < most || outcome === 'write_off'));
}

/** The undecided causes with an item in the scope, by kind, most serious first; and the number of kinds. */
export async function readCauses(
  read: Read,
  scope: ReportScope,
  rates: Rates,
): Promise<{ groups: CauseGroup[]; count: number }> {
  const rows = await readKinds(read, scope, rates);
  const single = rows.filter((row) => Number(row.cause_count) === 1).map(({ cause_id }) => String(cause_id));
  const items =
    single.length === 0 ? [] : await read(itemsOfCauses, { company: scope.company, causes: JSON.stringify(single) });
  return {
    groups: rows.map((row) => ({ row, items: items.filter(({ cause_id }) => cause_id === row.cause_id) })),
    count: Number(rows[0]?.group_count ?? 0),
  };
}
