-- The gateway's answers on which a control total rests that is out of balance and undecided, or has no figures although its inputs
-- came. An answer that the gateway has given twice is believed: the difference is in the data.
-- is_counted: the answer in force when the first run found the total in doubt, and those received since then
-- grain: one answer, and a control that is in doubt by it
-- key: file_id, currency, business_date, control
-- reads: recon.control, recon.run_day, recon.doubted_day, raw.receipt, core.company, core.company_input
create or replace view core.doubted_answer as
with
doubtful as (
  select distinct control.company, control.currency, control.business_date, control.control, control.run_id
  from recon.control as control
  where control.control in ('statement_to_turnover', 'gateway_balance')
    and not control.is_decided
    and (control.state = 'out_of_balance' or (control.state = 'not_made' and coalesce(control.input, '') = ''))
),
-- the last run that did not find it in doubt
before as (
  select doubtful.company, doubtful.currency, doubtful.business_date, doubtful.control, max(run.run_id) as run_id
  from doubtful
  inner join recon.run_day as run on run.company = doubtful.company and run.business_date = doubtful.business_date
  anti join recon.doubted_day as doubted
    on doubted.run_id = run.run_id and doubted.currency = doubtful.currency and doubted.business_date = doubtful.business_date
    and doubted.control = doubtful.control
  group by doubtful.company, doubtful.currency, doubtful.business_date, doubtful.control
),
since as (
  select
    doubtful.company,
    doubtful.currency,
    doubtful.business_date,
    doubtful.control,
    coalesce(min(doubted.run_id), any_value(doubtful.run_id)) as run_id
  from doubtful
  left join before
    on before.company = doubtful.company and before.currency = doubtful.currency
    and before.business_date = doubtful.business_date and before.control = doubtful.control
  left join recon.doubted_day as doubted
    on doubted.company = doubtful.company and doubted.currency = doubtful.currency
    and doubted.business_date = doubtful.business_date and doubted.control = doubtful.control
    and doubted.run_id > coalesce(before.run_id, 0)
  group by doubtful.company, doubtful.currency, doubtful.business_date, doubtful.control
),
day as (
  select
    since.*,
    timezone(company.zone, since.business_date::timestamp) as day_from,
    timezone(company.zone, (since.business_date + interval 1 day)::timestamp) as day_to
  from since
  inner join core.company as company on company.company = since.company
),
need as (
  select control, input
  from (values
    ('statement_to_turnover', 'statement'), ('statement_to_turnover', 'turnover'), ('gateway_balance', 'balance')
  ) as need (control, input)
),
answer as (
  select
    receipt.file_id, receipt.company, receipt.kind, input.input, day.currency, day.business_date, day.control, day.run_id,
    receipt.currency as asked_currency, receipt.window_from, receipt.window_to
  from day
  inner join need on need.control = day.control
  inner join core.company_input as input on input.company = day.company and input.input = need.input
  inner join raw.receipt as receipt
    on receipt.company = input.company and receipt.kind = input.kind
    and receipt.load_status in ('loaded', 'repeated')
    and coalesce(receipt.currency, day.currency) = day.currency
    and (
      (receipt.window_from < day.day_to and receipt.window_to > day.day_from)
      -- a balance is read at an instant: those of both ends count
      or (receipt.window_from = receipt.window_to and receipt.window_from in (day.day_from, day.day_to))
    )
  where not exists (
    select 1
    from raw.receipt as other
    where other.company = receipt.company and other.kind = receipt.kind and other.file_id <> receipt.file_id
      and other.sha256 = receipt.sha256 and other.currency is not distinct from receipt.currency
      and other.window_from = receipt.window_from and other.window_to = receipt.window_to
      and other.load_status in ('loaded', 'repeated')
  )
)
select
  file_id,
  company,
  currency,
  business_date,
  control,
  input,
  file_id >= coalesce(
    max(case when file_id < run_id then file_id end) over (
      partition by company, kind, asked_currency, window_from, window_to, currency, business_date, control
    ),
    0
  ) as is_counted
from answer;
