-- The required inputs that a business day does not have; without them the day is incomplete. What is required follows from
-- the declarations of the company's connectors (core.company_input).
-- grain: one missing input of one company, currency and day
-- key: company, currency, business_date, input
-- reads: core.company, core.company_input, core.payout_account, core.payment, core.bank_gap, core.refused_receipt, core.refused_day, raw.receipt
create or replace macro recon.input_missing(the_company, period_start, period_end) as table (
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
    select company, max(currency) as currency
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
      and (input.scope = 'currency' or account.currency is null or account.currency = every_day.currency)
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
  )
  select required.company, required.currency, required.business_date, required.input, required.reason, refusal.refusal
  from required
  left join refusal
    on refusal.currency = required.currency and refusal.business_date = required.business_date and refusal.kind = required.kind
  anti join covered_by_receipt as covered
    on covered.currency = required.currency and covered.business_date = required.business_date and covered.kind = required.kind
  anti join covered_by_line as line
    on line.currency = required.currency and line.business_date = required.business_date and line.kind = required.kind
  union all
  -- the first statement that does not continue makes the days from there on incomplete
  select
    required.company, required.currency, required.business_date, required.input || '_gap',
    arg_min(gap.reason, (gap.gap_from, gap.file_id, gap.statement_no)), null
  from required
  inner join core.bank_gap as gap
    on gap.company = required.company and gap.currency = required.currency and gap.gap_from <= required.business_date
  where required.kind = 'bank_statement'
  group by required.company, required.currency, required.business_date, required.input
  order by 1, 2, 3, 4
);
