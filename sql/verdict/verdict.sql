-- Gives each company, currency and day of a run its verdict, from the control register and the open items alone. The verdict is
-- the worst that applies, in this order: a control that was not made, or a day without controls (incomplete); a control out of
-- balance or an open break; an outstanding item; reconciled. Controls that are awaited, waived or not set up are mentioned and
-- do not change the verdict.
insert into recon.verdict by name
with
control as (
  select
    currency,
    business_date,
    count(*) filter (state in ('balanced', 'out_of_balance', 'not_made')) as control_count,
    count(*) filter (state in ('balanced', 'out_of_balance')) as made_count,
    count(*) filter (state = 'out_of_balance' and not is_decided) as out_of_balance_count,
    count(*) filter (state = 'awaited') as awaited_count,
    count(*) filter (state = 'waived') as waived_count
  from recon.control
  where run_id = $run_id
  group by currency, business_date
),
every_day as (
  select run.run_id, control.*
  from control
  inner join recon.run as run on run.run_id = $run_id
),
named as (
  select
    currency,
    business_date,
    -- a control may have several reasons; a fixed order makes a rebuild write the same text
    list(reason order by order_no, reason) filter (state = 'not_made') as problems,
    list(distinct reason order by reason) filter (state = 'awaited') as awaited,
    string_agg(distinct input, ', ' order by input) filter (state = 'not_set_up') as not_set_up
  from (
    -- one cause may keep several controls from being made; it is listed once
    select currency, business_date, state, input, reason, min(control) as order_no
    from (
      select
        currency,
        business_date,
        state,
        control,
        case when what_to_do is null then reason else core.say_all([reason, what_to_do]) end as reason,
        unnest(case when state = 'not_set_up' then string_split(input, ', ') else [input] end) as input
      from recon.control
      where run_id = $run_id and state in ('not_made', 'awaited', 'not_set_up')
    ) as control
    group by currency, business_date, state, input, reason
  ) as cause
  group by currency, business_date
),
item as (
  select
    item.currency,
    item.business_date,
    count(*) filter (item.outcome in ('matched', 'matched_with_tolerance')) as matched_count,
    -- in a match by hand each side is a separate item; only the left one is counted
    coalesce(sum(case when item.match_pass = 'by_hand' then item.left_amount else coalesce(item.left_amount, item.right_amount) end)
      filter (item.outcome in ('matched', 'matched_with_tolerance')), 0) as matched_amount,
    count(*) filter (outcome.is_break and not is_decided) as break_count,
    coalesce(sum(abs(item.right_minus_left)) filter (outcome.is_break and not is_decided), 0) as break_amount,
    count(*) filter (item.outcome = 'timing') as timing_count,
    coalesce(sum(coalesce(item.left_amount, item.right_amount)) filter (item.outcome = 'timing'), 0) as timing_amount,
    count(*) filter (item.outcome = 'suggested' and not is_decided) as suggested_count,
    count(*) filter (item.outcome = 'overdue' and not is_decided) as overdue_count,
    count(*) filter ((outcome.is_open or item.match_pass = 'by_hand') and is_decided) as decided_count,
    coalesce(sum(abs(item.right_minus_left)) filter ((outcome.is_open or item.match_pass = 'by_hand') and is_decided), 0) as decided_amount
  from (
    select item.*, coalesce(decision.is_settled, false) as is_decided
    from recon.item as item
    left join recon.decision_now as decision on decision.break_id = item.break_id
    where item.run_id = $run_id
  ) as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome
  group by item.currency, item.business_date
),
-- the differences of earlier days in the balances of the day
brought as (
  select
    standing.currency,
    standing.business_date,
    count(*) as items,
    sum(item.right_minus_left) as amount,
    min(item.business_date) as since_on,
    bool_and(coalesce(decision.is_settled, false)) as is_decided
  from (
    select reconciliation, currency, business_date, unnest(item_keys) as item_key
    from recon.bridge_line
    where run_id = $run_id and is_residual
  ) as standing
  inner join recon.item as item
    on item.reconciliation = standing.reconciliation and item.item_key = standing.item_key
    and item.business_date < standing.business_date
  inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_break
  left join recon.decision_now as decision on decision.break_id = item.break_id
  group by standing.currency, standing.business_date
),
-- controls that were not made already have it in their reason
doubted as (
  select doubted.currency, doubted.business_date, list(distinct doubted.retry order by doubted.retry) as retry
  from recon.doubted_day as doubted
  inner join recon.control as control
    on control.run_id = doubted.run_id and control.currency = doubted.currency and control.business_date = doubted.business_date
    and control.control = doubted.control and control.state = 'out_of_balance'
  where doubted.run_id = $run_id
  group by doubted.currency, doubted.business_date
),
rejected as (
  select currency, business_date, sum(rejected_count)::bigint as rejected_count
  from recon.input_state
  where run_id = $run_id
  group by currency, business_date
),
residual as (
  select currency, business_date, sum(abs(amount)) filter (measure <> 'count') as residual
  from recon.bridge_line
  where run_id = $run_id and is_residual
  group by currency, business_date
),
classified as (
  select
    every_day.*,
    coalesce(item.matched_count, 0) as matched_count,
    coalesce(item.matched_amount, 0) as matched_amount,
    coalesce(item.break_count, 0) as break_count,
    coalesce(item.break_amount, 0) as break_amount,
    coalesce(item.timing_count, 0) as timing_count,
    coalesce(item.timing_amount, 0) as timing_amount,
    coalesce(item.suggested_count, 0) as suggested_count,
    coalesce(item.overdue_count, 0) as overdue_count,
    coalesce(item.decided_count, 0) as decided_count,
    coalesce(item.decided_amount, 0) as decided_amount,
    coalesce(rejected.rejected_count, 0) as rejected_count,
    coalesce(residual.residual, 0) as residual,
    named.problems,
    named.awaited,
    named.not_set_up,
    doubted.retry,
    brought.items as brought_count,
    brought.amount as brought_amount,
    brought.since_on as brought_since,
    brought.is_decided as is_brought_decided
  from every_day
  left join named on named.currency = every_day.currency and named.business_date = every_day.business_date
  left join doubted on doubted.currency = every_day.currency and doubted.business_date = every_day.business_date
  left join brought on brought.currency = every_day.currency and brought.business_date = every_day.business_date
  left join item on item.currency = every_day.currency and item.business_date = every_day.business_date
  left join rejected on rejected.currency = every_day.currency and rejected.business_date = every_day.business_date
  left join residual on residual.currency = every_day.currency and residual.business_date = every_day.business_date
)
select
  run_id,
  currency,
  business_date,
  case
    when made_count < control_count or made_count + waived_count = 0 then 'incomplete'
    when out_of_balance_count > 0 or break_count > 0 or suggested_count > 0 then 'breaks'
    when timing_count > 0 then 'reconciled_with_timing'
    else 'reconciled'
  end as verdict,
  -- verdict_cause adds the causes between the two parts
  [
    core.say_all(list_concat(
      [core.say('verdict-controls', {
        controls: control_count, made: made_count, waived: waived_count, out_of_balance: out_of_balance_count
      })],
      problems,
      retry
    )),
    core.say_all([
      case when suggested_count > 0 then core.say('verdict-suggested', { suggested: suggested_count }) end,
      case when timing_count > 0 then core.say('verdict-outstanding', { items: timing_count }) end,
      case when brought_count > 0 then core.say('verdict-brought_forward', {
        items: brought_count, amount: core.money_figure(currency, brought_amount), since: brought_since,
        decided: case when is_brought_decided then 1 end
      }) end,
      case when decided_count > 0 then core.say('verdict-decided', { items: decided_count }) end,
      case when awaited is not null then core.say('verdict-awaited', { awaited: core.say_list(awaited) }) end,
      case when waived_count > 0 then core.say('verdict-waived', { controls: waived_count }) end,
      case when not_set_up is not null then core.say('control-not_set_up', { inputs: not_set_up }) end
    ])
  ] as reason_parts,
  reason_parts[1] as reason,
  matched_count,
  matched_amount,
  break_count,
  break_amount,
  timing_count,
  timing_amount,
  suggested_count,
  overdue_count,
  rejected_count,
  residual,
  decided_count,
  decided_amount,
  control_count,
  made_count,
  awaited_count,
  waived_count,
  core.say_list(awaited) as awaited,
  not_set_up
from classified
order by currency, business_date
