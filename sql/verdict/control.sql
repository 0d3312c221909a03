-- statement: control
-- Writes the control register of a run: for each company, currency and day one row for each control that must be made. The
-- required controls follow from the inputs that a reconciliation needs, from what the company has set up, and from every
-- currency that any input names. A control without figures was not made: an empty query result proves nothing.
insert into recon.control
with
run as (
  select run.*, company.zone, company.currencies
  from recon.run as run
  cross join core.company as company
  where run.run_id = $run_id
),
day as (
  select business_date from recon.run_day where run_id = $run_id
),
currency as (
  select unnest(currencies) as currency, true as is_configured, date '0001-01-01' as from_day, []::text[] as inputs from run
  union all
  select seen.currency, false, seen.first_seen_on, seen.inputs
  from core.currency_seen as seen
  cross join run
  where not seen.is_configured
),
every_day as (
  select run.currencies, currency.currency, currency.is_configured, currency.inputs, day.business_date
  from run
  cross join day
  inner join currency on currency.from_day <= day.business_date
),
need as (
  select reconciliation, unnest(needs) as input
  from recon.reconciliation
),
title as (
  select input, coalesce(any_value(set_up_title), replace(input, '_', ' ')) as title
  from core.company_input
  group by input
),
set_up as (
  select input, is_daily from core.input_set_up
),
input_day as (
  select currency, business_date, input, state, reason, due_on, rejected_count from recon.input_state where run_id = $run_id
),
-- the first rejected row of each input and day, as an example
rejected_example as (
  select
    input.input,
    rejected.currency,
    rejected.business_date,
    arg_min(
      {
        'line_no': lacking.line_no, 'file_name': receipt.file_name, 'reason': lacking.reason,
        'is_requested': receipt.request_path is not null,
        'retry': core.retry_message(null::text, retry.request_count, retry.next_attempt_at, retry.zone)
      },
      (lacking.receipt_id, lacking.line_no)
    ) as example
  from core.rejected_day as rejected
  cross join run
  inner join day on day.business_date = rejected.business_date
  inner join core.company_input as input on input.kind = rejected.kind
  inner join raw.receipt as receipt on receipt.receipt_id = rejected.receipt_id
  left join core.request_retry as retry on retry.receipt_id = rejected.receipt_id
  inner join staging.rejected_row as lacking
    on lacking.receipt_id = rejected.receipt_id and coalesce(lacking.business_date, rejected.business_date) = rejected.business_date
    and staging.is_record(lacking.reason_code)
  where rejected.rejected_count > 0
  group by input.input, rejected.currency, rejected.business_date
),
-- the state of the inputs of each reconciliation on each day
readiness as (
  select
    every_day.currency,
    every_day.business_date,
    need.reconciliation,
    list(distinct coalesce(title.title, replace(need.input, '_', ' ')) order by coalesce(title.title, replace(need.input, '_', ' ')))
      filter (set_up.input is null and input_day.input is null) as not_set_up,
    -- an input that is set up for other currencies only, such as the payout account
    bool_or(coalesce(set_up.is_daily, false) and input_day.input is null) as is_of_other_currency,
    list({'input': need.input, 'reason': input_day.reason} order by need.input) filter (input_day.state = 'missing') as missing,
    list({'input': need.input, 'due_on': input_day.due_on} order by input_day.due_on desc, need.input) filter (input_day.state = 'awaited')
      as awaited,
    list({'input': need.input, 'rejected_count': input_day.rejected_count, 'example': coalesce(own.example, shared.example)} order by need.input)
      filter (input_day.rejected_count > 0) as rejected
  from every_day
  cross join need
  left join title on title.input = need.input
  left join set_up on set_up.input = need.input
  left join input_day
    on input_day.input = need.input and input_day.currency = every_day.currency and input_day.business_date = every_day.business_date
  left join rejected_example as own
    on own.input = need.input and own.currency = every_day.currency and own.business_date = every_day.business_date
  left join rejected_example as shared
    on shared.input = need.input and shared.currency is null and shared.business_date = every_day.business_date
  group by every_day.currency, every_day.business_date, need.reconciliation
),
-- a bridge that spans days covers those since the previous bridge: the next bridge that covers a day has the figures of the day
spanning as (
  select distinct bridge.reconciliation, bridge.currency, bridge.subject, bridge.business_date as made_on, bridge.covers_from, bridge.item_keys
  from recon.bridge_line as bridge
  inner join run on bridge.business_date >= run.period_start
  semi join recon.reconciliation as reconciliation
    on reconciliation.reconciliation = bridge.reconciliation and reconciliation.is_spanning
),
bridge_day as (
  select spanning.reconciliation, spanning.currency, spanning.subject, day.business_date, min(spanning.made_on) as made_on,
    arg_min(spanning.item_keys, spanning.made_on) as item_keys
  from spanning
  inner join day
    on spanning.made_on >= day.business_date and coalesce(spanning.covers_from, day.business_date) <= day.business_date
  group by spanning.reconciliation, spanning.currency, spanning.subject, day.business_date
),
residual as (
  select bridge.reconciliation, bridge.currency, bridge_day.business_date, bridge.subject, bridge.measure, bridge.amount, bridge_day.made_on
  from bridge_day
  cross join run
  inner join recon.bridge_line as bridge
    on bridge.reconciliation = bridge_day.reconciliation and bridge.currency = bridge_day.currency
    and bridge.subject = bridge_day.subject and bridge.business_date = bridge_day.made_on
  where bridge.is_residual
  union all
  select bridge.reconciliation, bridge.currency, bridge.business_date, bridge.subject, bridge.measure, bridge.amount, bridge.business_date
  from recon.bridge_line as bridge
  anti join recon.reconciliation as reconciliation
    on reconciliation.reconciliation = bridge.reconciliation and reconciliation.is_spanning
  where bridge.run_id = $run_id and bridge.is_residual
),
bridge as (
  select
    residual.reconciliation,
    residual.currency,
    residual.business_date,
    case when reconciliation.has_subjects then residual.subject else '' end as subject,
    bool_or(residual.amount <> 0) as is_unexplained,
    sum(abs(residual.amount)) filter (residual.measure <> 'count') as residual,
    max(residual.made_on) as made_on
  from residual
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = residual.reconciliation
  group by residual.reconciliation, residual.currency, residual.business_date,
    case when reconciliation.has_subjects then residual.subject else '' end
),
-- the items of a bridge that spans days may be of other days
item_day as (
  select item.break_id, item.business_date as judged_on, coalesce(item.left_key, '') as subject
  from recon.item as item
  anti join recon.reconciliation as reconciliation
    on reconciliation.reconciliation = item.reconciliation and reconciliation.is_spanning
  where item.run_id = $run_id
  union
  select item.break_id, spanned.business_date, spanned.subject
  from (select reconciliation, subject, business_date, unnest(item_keys) as item_key from bridge_day) as spanned
  cross join run
  inner join recon.item as item
    on item.reconciliation = spanned.reconciliation and item.item_key = spanned.item_key
),
item as (
  select
    item.reconciliation,
    item.currency,
    item_day.judged_on as business_date,
    case when reconciliation.has_subjects then item_day.subject else '' end as subject,
    count(*) filter (item.outcome in ('matched', 'matched_with_tolerance')) as matched_count,
    count(*) filter (item.outcome = 'timing') as timing_count,
    count(*) filter (item.match_pass = 'later_reading') as gone_count,
    min(item.business_date) as since_on,
    count(*) filter (item.outcome = 'suggested' and not coalesce(decision.is_settled, false)) as suggested_count,
    count(*) filter (outcome.is_break) as break_count,
    count(*) filter (outcome.is_break and not coalesce(decision.is_settled, false)) as undecided_count,
    coalesce(sum(abs(item.right_minus_left)) filter (outcome.is_break), 0)::decimal(38, 4) as break_amount
  from item_day
  inner join recon.item as item on item.break_id = item_day.break_id
  inner join recon.outcome as outcome on outcome.outcome = item.outcome
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
  left join recon.decision_now as decision on decision.break_id = item.break_id
  group by item.reconciliation, item.currency, item_day.judged_on,
    case when reconciliation.has_subjects then item_day.subject else '' end
),
-- what was found, whether or not a control was required
found as (
  select
    coalesce(bridge.reconciliation, item.reconciliation) as reconciliation,
    coalesce(bridge.currency, item.currency) as currency,
    coalesce(bridge.business_date, item.business_date) as business_date,
    coalesce(bridge.subject, item.subject) as subject,
    bridge.reconciliation is not null as has_bridge,
    coalesce(bridge.is_unexplained, false) as is_unexplained,
    bridge.residual,
    bridge.made_on,
    coalesce(item.matched_count, 0) as matched_count,
    coalesce(item.timing_count, 0) as timing_count,
    coalesce(item.gone_count, 0) as gone_count,
    item.since_on,
    coalesce(item.suggested_count, 0) as suggested_count,
    coalesce(item.break_count, 0) as break_count,
    coalesce(item.undecided_count, 0) as undecided_count,
    coalesce(item.break_amount, 0) as break_amount
  from bridge
  full outer join item
    on item.reconciliation = bridge.reconciliation and item.currency = bridge.currency and item.business_date = bridge.business_date
    and item.subject = bridge.subject
),
required as (
  select
    every_day.*,
    reconciliation.reconciliation,
    reconciliation.title,
    reconciliation.kind,
    reconciliation.has_subjects,
    reconciliation.is_optional,
    readiness.not_set_up,
    readiness.missing,
    readiness.awaited,
    readiness.rejected,
    case when not every_day.is_configured then true else len(coalesce(readiness.missing, [])) > 0 end as is_input_missing
  from every_day
  cross join recon.reconciliation as reconciliation
  left join readiness
    on readiness.reconciliation = reconciliation.reconciliation and readiness.currency = every_day.currency
    and readiness.business_date = every_day.business_date
  where len(reconciliation.needs) > 0
    and case
      when every_day.is_configured then not readiness.is_of_other_currency
        and not (reconciliation.is_optional and len(coalesce(readiness.not_set_up, [])) > 0)
      -- for a currency that is not configured, the controls of the inputs that name it
      else list_has_any(reconciliation.needs, every_day.inputs)
        and not reconciliation.is_optional
        and len(coalesce(readiness.not_set_up, [])) = 0
    end
),
subject_row as (
  select required.* exclude (is_optional), coalesce(subject.subject, '') as subject, subject.no_figures, subject.what_to_do as subject_what_to_do
  from required
  left join recon.control_subject as subject
    on subject.run_id = $run_id and subject.reconciliation = required.reconciliation
    and subject.currency = required.currency and subject.business_date = required.business_date
  -- an optional control by subject is made for its subjects only
  where subject.subject is not null or not (required.has_subjects and required.is_optional)
),
control as (
  select
    subject_row.* exclude (is_input_missing),
    is_input_missing,
    found.* exclude (reconciliation, currency, business_date, subject),
    found.reconciliation is not null as is_found
  from subject_row
  left join found
    on found.reconciliation = subject_row.reconciliation and found.currency = subject_row.currency
    and found.business_date = subject_row.business_date and found.subject = subject_row.subject
  union all by name
  -- found without being required: the user's own reconciliation that names no inputs, or a subject that nothing required
  select
    run.currencies, found.currency, true as is_configured, []::text[] as inputs, found.business_date, found.reconciliation,
    reconciliation.title, reconciliation.kind, reconciliation.has_subjects, null as not_set_up, null as missing, null as awaited,
    null as rejected, found.subject, null as no_figures, null as subject_what_to_do, false as is_input_missing, found.* exclude (reconciliation, currency, business_date, subject), true as is_found
  from found
  cross join run
  inner join day on day.business_date = found.business_date
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = found.reconciliation
  anti join subject_row
    on found.reconciliation = subject_row.reconciliation and found.currency = subject_row.currency
    and found.business_date = subject_row.business_date and found.subject = subject_row.subject
),
judged as (
  select
    control.*,
    case
      when len(coalesce(not_set_up, [])) > 0 and not is_found and len(coalesce(missing, [])) = 0 then 'not_set_up'
      when is_input_missing or len(coalesce(rejected, [])) > 0 then 'not_made'
      when len(coalesce(awaited, [])) > 0 then 'awaited'
      -- the days that a control without subjects does not prove
      when not has_subjects and no_figures is not null then 'not_made'
      when kind = 'control' and not coalesce(has_bridge, false)
        -- a control by subject has nothing to compare on a day without subjects
        and not (has_subjects and subject = '') then 'not_made'
      when coalesce(is_unexplained, false) or coalesce(break_count, 0) > 0 or coalesce(suggested_count, 0) > 0 then 'out_of_balance'
      else 'balanced'
    end as state
  from control
)
select
  $run_id,
  judged.currency,
  judged.business_date,
  judged.reconciliation as control,
  judged.subject,
  judged.title,
  case when judged.state in ('not_made', 'awaited') and waiver.waiver_no is not null then 'waived' else judged.state end as state,
  judged.state = 'out_of_balance' and break_count + gone_count > 0 and undecided_count = 0 and suggested_count = 0 as is_decided,
  case when judged.state in ('out_of_balance', 'balanced') then
    case
      when coalesce(is_unexplained, false) then coalesce(residual, 0)
      when judged.state = 'out_of_balance' then nullif(break_amount, 0)
      else 0
    end
  end::decimal(38, 4) as difference,
  case
    when judged.state in ('not_made', 'awaited') and waiver.waiver_no is not null
      then core.say('control-waived', { author: waiver.author, why: waiver.why })
    when judged.state = 'not_set_up' then core.say('control-not_set_up', { inputs: array_to_string(not_set_up, ', ') })
    when judged.state = 'not_made' and not is_configured then core.say('control-currency_not_configured', {
      currency: judged.currency, inputs: array_to_string(judged.inputs, ', ')
    })
    when judged.state = 'not_made' and len(coalesce(missing, [])) > 0
      then core.say_all(list_transform(missing, lambda one: one.reason))
    when judged.state = 'not_made' and len(coalesce(rejected, [])) > 0 then core.say_all(list_transform(rejected, lambda one:
      core.say('control-rows_rejected', {
        input: one.input, rows: one.rejected_count, line: one.example.line_no, file: one.example.file_name, reason: one.example.reason
      })))
    when judged.state = 'not_made'
      then coalesce(judged.no_figures, reconciliation.no_figures, core.say('control-no_figures', { title: judged.title }))
    when judged.state = 'awaited' then core.say_all(list_transform(awaited, lambda one:
      core.say('control-awaited', { input: one.input, due_on: one.due_on })))
    when judged.state = 'out_of_balance' and coalesce(is_unexplained, false) then core.say_all([
      core.say('control-out_of_balance', {
        difference: core.money_figure(judged.currency, residual), through: case when made_on > judged.business_date then made_on end,
        since: case when since_on < judged.business_date then since_on end
      }),
      case when break_count = 0 and gone_count > 0 then core.say('control-gone', null) end
    ])
    when judged.state = 'out_of_balance' and break_count > 0
      -- a break may have no amount: a wrong status, a recipient that is not verified
      then core.say('control-breaks', { breaks: break_count, amount: core.money_figure(judged.currency, nullif(break_amount, 0)) })
    when judged.state = 'out_of_balance' then core.say('control-suggested', { suggested: suggested_count })
    when judged.kind = 'control' and has_bridge
      then core.say('control-in_balance', { through: case when made_on > judged.business_date then made_on end })
    else core.say('control-matched', { matched: coalesce(matched_count, 0), outstanding: coalesce(timing_count, 0) })
  end as reason,
  case
    when judged.state = 'not_made' and not is_configured then core.say('control-configure_currency', {
      currencies: array_to_string(list_append(judged.currencies, judged.currency), ', '), currency: judged.currency
    })
    when judged.state = 'not_made' and len(coalesce(missing, [])) = 0 and coalesce(rejected[1].example.is_requested, false)
      then core.say_all([
        core.say('control-correct_records', null), coalesce(rejected[1].example.retry, core.say('control-asked_next_run', null))
      ])
    when judged.state = 'not_made' and len(coalesce(missing, [])) = 0 and len(coalesce(rejected, [])) > 0
      then core.say('control-correct_rows', null)
    when judged.state = 'not_made' and len(coalesce(missing, [])) = 0 then judged.subject_what_to_do
    when judged.state = 'out_of_balance' then reconciliation.what_to_do
  end as what_to_do,
  case
    when judged.state = 'not_set_up' then array_to_string(not_set_up, ', ')
    when judged.state = 'not_made' then array_to_string(
      list_distinct(list_concat(list_transform(coalesce(missing, []), lambda one: one.input),
        list_transform(coalesce(rejected, []), lambda one: one.input))), ', ')
    when judged.state = 'awaited' then array_to_string(list_transform(awaited, lambda one: one.input), ', ')
  end as input,
  case when judged.state = 'awaited' then awaited[1].due_on end as due_on
from judged
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = judged.reconciliation
left join core.waiver as waiver
  on waiver.control = judged.reconciliation
  and coalesce(waiver.currency, judged.currency) = judged.currency
  and coalesce(waiver.subject, judged.subject) = judged.subject
  and judged.business_date >= waiver.from_day and judged.business_date <= coalesce(waiver.until_day, judged.business_date)
qualify row_number() over (
  partition by judged.currency, judged.business_date, judged.reconciliation, judged.subject order by waiver.waiver_no
) = 1;

-- statement: control_retry
-- Adds to the reason of each control total in doubt when the answers behind it are requested again.
update recon.control as control
set reason = core.say_all([control.reason, doubted.retry])
from recon.doubted_day as doubted
where control.run_id = $run_id and doubted.run_id = control.run_id and doubted.currency = control.currency
  and doubted.business_date = control.business_date and doubted.control = control.control and doubted.retry is not null;
