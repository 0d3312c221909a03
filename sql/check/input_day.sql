-- Whether each input that a business day needs covers it. What is needed follows from the declarations of the company's
-- connectors (core.company_input); an input that is not needed is listed where rows of it were rejected.
-- state: covered, missing or awaited (not due yet). basis: what proves the coverage
-- rejected_count: rejected rows of the input that may belong to the day
-- grain: one input of one company, currency and day
-- key: company, currency, business_date, input
-- reads: core.company, core.company_input, core.payout_account, core.payment, core.bank_gap, core.refused_receipt, core.refused_day,
-- core.rejected_day, raw.receipt
create or replace macro recon.input_day(the_company, period_start, period_end) as table (
  with
  company_day as (
    select
      company.company,
      company.zone,
      unnest(company.currencies) as currency,
      unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
    from core.company as company
    where company.company = the_company
  ),
  every_day as (
    select distinct
      currency.company,
      currency.currency,
      date.business_date,
      timezone(currency.zone, date.business_date::timestamp) as day_from,
      timezone(currency.zone, (date.business_date + interval 1 day)::timestamp) as day_to
    from (select distinct company, zone, currency from company_day where currency is not null) as currency
    cross join (select distinct business_date from company_day where business_date is not null) as date
  ),
  account as (
    select company, list(distinct currency) as currencies
    from core.payout_account
    group by company
  ),
  required as (
    select every_day.*, input.kind, input.input, input.coverage, input.reason
    from every_day
    inner join core.company_input as input on input.company = every_day.company
    left join account on account.company = every_day.company
    where input.coverage is not null
      -- an account states its currency; as long as none is known, the inputs are missing for every currency
      and (input.scope = 'currency' or account.currencies is null or list_contains(account.currencies, every_day.currency))
  ),
  receipt as (
    select receipt.*
    from raw.receipt as receipt
    where receipt.company = the_company and receipt.load_status in ('loaded', 'repeated')
  ),
  -- the newest statement of each day: its second format has to be of the same window
  newest_statement as (
    select
      every_day.currency,
      every_day.business_date,
      max_by(receipt.window_from, receipt.file_id) as window_from,
      max_by(receipt.window_to, receipt.file_id) as window_to
    from every_day
    inner join receipt
      on receipt.window_from <= every_day.day_from and receipt.window_to >= every_day.day_to
      and coalesce(receipt.currency, every_day.currency) = every_day.currency
    inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
    where input.input = 'statement'
    group by every_day.currency, every_day.business_date
  ),
  -- a list of which a page was refused is not complete
  refused_page as (
    select distinct kind, batch_id
    from core.refused_receipt
    where company = the_company and page is not null
  ),
  refused_day as (
    select distinct coalesce(refused.currency, required.currency) as currency, refused.business_date, refused.kind
    from core.refused_day(the_company, period_start, period_end) as refused
    inner join required on required.kind = refused.kind and required.business_date = refused.business_date
  ),
  covered_by_receipt as (
    select distinct required.currency, required.business_date, required.kind
    from required
    inner join receipt on receipt.kind = required.kind and coalesce(receipt.currency, required.currency) = required.currency
    left join newest_statement as newest
      on newest.currency = required.currency and newest.business_date = required.business_date
    left join refused_page on refused_page.kind = receipt.kind and refused_page.batch_id = receipt.batch_id
    where case required.coverage
      when 'window' then receipt.window_from <= required.day_from and receipt.window_to >= required.day_to
      when 'window_of_statement' then receipt.window_from = newest.window_from and receipt.window_to = newest.window_to
      when 'day' then receipt.window_from = required.day_from and receipt.window_to = required.day_to
        and receipt.received_at >= required.day_to and receipt.rejected_count = 0
      when 'reading' then receipt.window_from = required.day_from and exists (
        select 1 from receipt as closing where closing.kind = required.kind and closing.window_from = required.day_to
      )
      when 'list' then receipt.is_last_page and receipt.received_at >= required.day_to and refused_page.kind is null
      when 'file' then receipt.received_at >= required.day_to
        and (required.currency, required.business_date, required.kind) not in (from refused_day)
    end
  ),
  -- what a user can do about a missing input whose file was refused
  refusal as (
    select
      required.currency,
      required.business_date,
      required.kind,
      max_by(refused.refusal, refused.file_id)
        || case when count(*) > 1 then ' (and ' || (count(*) - 1) || ' more)' else '' end as refusal
    from required
    inner join core.refused_receipt as refused
      on refused.company = required.company and refused.kind = required.kind
      and coalesce(refused.currency, required.currency) = required.currency
      and case
        when refused.window_from is null then refused.received_at >= required.day_to
        else refused.window_from < required.day_to and refused.window_to > required.day_from
      end
    group by required.currency, required.business_date, required.kind
  ),
  -- a file that was imported by hand has no window: it covers the days of its own lines
  covered_by_line as (
    select distinct payment.currency, payment.business_date, receipt.kind
    from receipt
    inner join core.payment as payment on payment.file_id = receipt.file_id
    where receipt.window_from is null
  ),
  -- the first statement that does not continue: from there on, lines may be missing
  gap as (
    select required.currency, required.business_date, required.kind, arg_min(gap.reason, (gap.gap_from, gap.file_id, gap.statement_no)) as reason
    from required
    inner join core.bank_gap as gap
      on gap.company = required.company and gap.currency = required.currency and gap.gap_from <= required.business_date
    where required.kind = 'bank_statement'
    group by required.currency, required.business_date, required.kind
  ),
  rejected as (
    select every_day.currency, every_day.business_date, rejected.kind, sum(rejected.rejected_count)::bigint as rejected_count
    from core.rejected_day as rejected
    inner join every_day
      on every_day.company = rejected.company and every_day.business_date = rejected.business_date
      and every_day.currency = coalesce(rejected.currency, every_day.currency)
    group by every_day.currency, every_day.business_date, rejected.kind
    having sum(rejected.rejected_count) > 0
  )
  select
    required.company,
    required.currency,
    required.business_date,
    required.input,
    required.kind,
    case when gap.kind is null and (covered.kind is not null or line.kind is not null) then 'covered' else 'missing' end as state,
    case
      when gap.kind is not null then gap.reason
      when covered.kind is null and line.kind is null then concat_ws(' Rejected: ', required.reason, refusal.refusal)
    end as reason,
    refusal.refusal,
    null::date as due_on,
    case when gap.kind is null and (covered.kind is not null or line.kind is not null) then required.coverage end as basis,
    null::date as covered_through,
    false as is_declared,
    coalesce(rejected.rejected_count, 0) as rejected_count
  from required
  left join refusal
    on refusal.currency = required.currency and refusal.business_date = required.business_date and refusal.kind = required.kind
  left join covered_by_receipt as covered
    on covered.currency = required.currency and covered.business_date = required.business_date and covered.kind = required.kind
  left join covered_by_line as line
    on line.currency = required.currency and line.business_date = required.business_date and line.kind = required.kind
  left join gap
    on gap.currency = required.currency and gap.business_date = required.business_date and gap.kind = required.kind
  left join rejected
    on rejected.currency = required.currency and rejected.business_date = required.business_date and rejected.kind = required.kind
  union all
  select
    every_day.company, rejected.currency, rejected.business_date, coalesce(input.input, rejected.kind), rejected.kind, 'missing',
    'Rows of it were rejected.', null, null, null, null, false, rejected.rejected_count
  from rejected
  inner join every_day on every_day.currency = rejected.currency and every_day.business_date = rejected.business_date
  left join core.company_input as input on input.company = every_day.company and input.kind = rejected.kind
  anti join required
    on required.kind = rejected.kind and required.currency = rejected.currency and required.business_date = rejected.business_date
  order by 1, 2, 3, 4
);
