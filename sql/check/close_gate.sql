-- What prevents the close of a period, by the gate that refuses it. Each obstacle is listed under one gate.
-- gate: days (not reconciled), inputs (missing or awaited), rejected (rows that may belong to the day), controls (totals that differ, or
--   were not made), items (breaks and suggestions of any day up to the end), approvals (decisions that await a second person)
-- business_date: the day of the obstacle; for an item of an earlier period, its own day
-- grain: one obstacle of one currency and day
-- key: gate, currency, business_date, subject, cause
-- reads: core.company, core.currency_seen, core.company_terms, recon.control, recon.decision_now, recon.input_state, recon.item,
--   recon.outcome, recon.reason, recon.reconciliation, recon.verdict
create or replace macro recon.close_gate(period_start, period_end) as table (
  with
  currency as (
    select unnest(currencies) as currency, true as is_configured from core.company
    union all
    select currency, false from core.currency_seen where not is_configured
  ),
  day as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ),
  control as (
    select control.*, coalesce(reconciliation.kind, 'control') as kind
    from recon.control as control
    left join recon.reconciliation as reconciliation on reconciliation.reconciliation = control.control
    where control.business_date >= period_start and control.business_date < period_end
  ),
  -- the inputs that a control of the day lacks
  lacking as (
    select currency, business_date, input, min(what_to_do) as what_to_do
    from (
      select currency, business_date, unnest(string_split(input, ', ')) as input, what_to_do
      from control
      where state in ('not_made', 'awaited') and input is not null
    ) as each_input
    group by currency, business_date, input
  ),
  lacking_state as (
    select lacking.currency, lacking.business_date, lacking.input, lacking.what_to_do, state.state, state.reason, state.rejected_count
    from lacking
    inner join recon.input_state as state
      on state.currency = lacking.currency and state.business_date = lacking.business_date
      and state.input = lacking.input
  ),
  item as (
    select item.currency, item.business_date, item.outcome, reconciliation.title as subject, coalesce(reason.meaning, item.reason) as cause,
      core.what_to_do(open_item.reason_with_sum is not null, reason.what_to_do, reconciliation.what_to_do) as what_to_do,
      coalesce(decision.status, 'open') as status,
      decision.author, decision.pending_because
    from recon.item as item
    inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open
    inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
    left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
    left join recon.decision_now as decision on decision.break_id = item.break_id
    left join recon.cause_item as open_item on open_item.break_id = item.break_id
    where item.business_date < period_end and (reconciliation.kind = 'match' or decision.status = 'awaiting_approval')
  ),
  obstacle as (
    select 'inputs' as gate, currency, business_date, input as subject, coalesce(reason, 'The input is not due yet.') as cause,
      coalesce(what_to_do, 'Get the input and run the days again.') as what_to_do
    from lacking_state
    where state <> 'covered'
    union
    select 'rejected', currency, business_date, input, 'Rows were rejected that may belong to the day.',
      coalesce(what_to_do, 'Correct the rows of the sheet "Rejected rows" and import the file again.')
    from lacking_state
    where state = 'covered' and rejected_count > 0
    union
    select 'controls', currency, business_date, title || if(subject = '', '', ': ' || subject), reason,
      coalesce(what_to_do, 'Find the difference in the sheets "Controls" and "Control totals", or decide it.')
    from control
    where (state = 'out_of_balance' and not is_decided and kind = 'control') or (state = 'not_made' and input is null)
      or (state = 'not_made' and input = 'open_items')
    union
    -- an outstanding item is within its time
    select 'items', currency, business_date, subject, cause, what_to_do
    from item
    where status = 'open' and outcome <> 'timing'
    union
    select 'approvals', currency, business_date, subject, 'The decision of ' || author || ' is not in force. ' || coalesce(pending_because, ''),
      'Let a second person approve it (tieout decide approve), or undo it.'
    from item
    where status = 'awaiting_approval'
  ),
  -- a day without a verdict, or a day that is not reconciled although no obstacle is listed for it
  unreconciled as (
    select currency.currency, day.business_date, coalesce(verdict.verdict, 'missing') as verdict, verdict.reason
    from currency
    cross join day
    left join recon.verdict as verdict
      on verdict.currency = currency.currency and verdict.business_date = day.business_date
    where day.business_date >= coalesce((select starts_on from core.company_terms), day.business_date)
    and case
      -- a currency that is not configured has verdicts from the day on which it was first seen
      when verdict.verdict is null then currency.is_configured
      else verdict.verdict not in ('reconciled', 'reconciled_with_timing') or coalesce(verdict.awaited_count, 0) > 0
    end
    and not exists (
      select 1 from obstacle where obstacle.currency = currency.currency and obstacle.business_date = day.business_date
    )
  )
  select gate, currency, business_date, subject, cause, what_to_do
  from obstacle
  union all
  select
    'days',
    currency,
    business_date,
    '',
    if(verdict = 'missing', 'The day has not been reconciled.', reason),
    'Run the days again.'
  from unreconciled
  order by gate, currency, business_date, subject, cause
);
