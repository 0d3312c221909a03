-- What inputs lack although they came: a currency that left the readings of the gateway's balance; a recipient that was paid, is in
-- no list, and could not be looked up; and the company and mode (live or test) of the newest statement, where the answer to its
-- request was refused. A later good answer mends it.
-- grain: one kind of input, currency and business day
-- key: currency, business_date, kind
-- reads: core.company, core.company_input, core.balance_lost, core.refused_receipt, core.statement_requested, raw.receipt
create or replace macro core.input_lost(the_company, period_start, period_end) as table (
  with
  day as (
    select
      company.zone,
      unnest(company.currencies) as currency,
      unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
    from core.company as company
    where company.company = the_company
  ),
  every_day as (
    select
      currency.currency,
      date.business_date,
      timezone(currency.zone, date.business_date::timestamp) as day_from,
      timezone(currency.zone, (date.business_date + interval 1 day)::timestamp) as day_to
    from (select distinct zone, currency from day where currency is not null) as currency
    cross join (select distinct business_date from day where business_date is not null) as date
  ),
  balance as (
    select
      every_day.currency,
      every_day.business_date,
      arg_min(lost, lost.balance_at) as lost,
      arg_min(case when lost.balance_at = every_day.day_from then 'start' else 'end' end, lost.balance_at) as edge
    from every_day
    inner join core.balance_lost as lost
      on lost.company = the_company and lost.currency = every_day.currency
      and lost.balance_at in (every_day.day_from, every_day.day_to)
    group by every_day.currency, every_day.business_date
  ),
  look_up as (
    select
      every_day.currency,
      every_day.business_date,
      refused.kind,
      count(*) as look_up_count,
      arg_max(refused.refusal, refused.file_id) as refusal
    from every_day
    inner join core.refused_receipt as refused
      on refused.company = the_company and refused.coverage = 'list' and refused.page is null and refused.received_at >= every_day.day_to
    group by every_day.currency, every_day.business_date, refused.kind
  ),
  newest_statement as (
    select every_day.currency, every_day.business_date, receipt.kind, max(receipt.file_id) as file_id
    from every_day
    inner join raw.receipt as receipt
      on receipt.company = the_company and receipt.window_from <= every_day.day_from and receipt.window_to >= every_day.day_to
      and coalesce(receipt.currency, every_day.currency) = every_day.currency and receipt.load_status in ('loaded', 'repeated')
    semi join core.statement_requested as requested on requested.file_id = receipt.file_id
    group by every_day.currency, every_day.business_date, receipt.kind
  )
  select
    balance.currency,
    balance.business_date,
    input.kind,
    format(
      'The gateway''s balance at the {} of {} names no {}; {}. Run again to ask once more. If the gateway has closed it, waive the control (waivers).',
      edge, core.day_text(balance.business_date), balance.currency,
      coalesce('the reading before it had ' || core.money_text(balance.currency, balance.lost.balance_before), 'money had moved in it before')
    ) as reason
  from balance
  inner join core.company_input as input on input.company = the_company and input.input = 'balance'
  union all
  select
    currency,
    business_date,
    kind,
    core.counted_text(look_up_count, '1 recipient that was paid could not be looked up. ', '{} recipients that were paid could not be looked up. ')
      || refusal
  from look_up
  union all
  select
    newest.currency,
    newest.business_date,
    newest.kind,
    format('The answer to the statement request was refused, so the company and mode (live or test) of the statement are unknown: {} Run again.',
      requested.refusal)
  from newest_statement as newest
  inner join core.statement_requested as requested on requested.file_id = newest.file_id
  where requested.refusal is not null
);
