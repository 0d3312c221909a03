-- statement: statement_receipt
-- grain: one statement that was loaded, or whose content was loaded before
-- key: receipt_id
-- reads: raw.receipt, core.company_input
create or replace view core.statement_receipt as
select receipt.*
from raw.receipt as receipt
inner join core.company_input as input on input.kind = receipt.kind
where input.input = 'statement' and receipt.load_status in ('loaded', 'repeated');

-- statement: statement_requested
-- When each statement was requested: it contains no later payment, whenever it was received and whatever its window is.
-- refusal: why the answer to the request was refused; only this answer states the company and the mode (live or test)
-- grain: one statement of a window, in either format, that was loaded, or whose content was loaded before
-- key: receipt_id
-- reads: raw.receipt, core.company_input
create table core.statement_requested as
select
  receipt.receipt_id,
  least(receipt.received_at, arg_max(request.received_at, request.receipt_id)) as requested_at,
  arg_max(struct_pack(text := case
      when request.load_status = 'refused' then request.load_message
      when request.rejected_count > 0 then 'Its record was rejected.'
    end), request.receipt_id).text as refusal
from raw.receipt as receipt
inner join core.company_input as input on input.kind = receipt.kind
left join raw.receipt as request
  on request.kind = receipt.kind || '_request'
  and request.currency is not distinct from receipt.currency
  and request.window_from = receipt.window_from and request.window_to = receipt.window_to
  and request.receipt_id < receipt.receipt_id
where input.coverage in ('window', 'window_of_statement') and receipt.window_from is not null
  and receipt.load_status in ('loaded', 'repeated')
group by receipt.receipt_id, receipt.received_at;

-- statement: newest_statement
-- The newest statement of each format that contains the day.
-- grain: one currency, business day and kind of statement
-- key: currency, business_date, kind
-- reads: core.currency_day, core.statement_requested, raw.receipt
create or replace macro core.newest_statement(period_start, period_end) as table (
  select
    day.currency,
    day.business_date,
    receipt.kind,
    max(receipt.receipt_id) as receipt_id,
    max_by(receipt.window_from, receipt.receipt_id) as window_from,
    max_by(receipt.window_to, receipt.receipt_id) as window_to
  from core.currency_day(period_start, period_end) as day
  inner join raw.receipt as receipt
    on receipt.window_from <= day.day_from and receipt.window_to >= day.day_to
    and coalesce(receipt.currency, day.currency) = day.currency
  semi join core.statement_requested as requested on requested.receipt_id = receipt.receipt_id
  group by day.currency, day.business_date, receipt.kind
);

-- statement: statement_pair
-- The newest statement of each window in either format, for companies that compare two formats.
-- grain: one window of one currency
-- key: currency, window_from, window_to
-- reads: raw.receipt, core.company_input
create or replace view core.statement_pair as
with received as (
  select receipt.*, input.input
  from raw.receipt as receipt
  inner join core.company_input as input on input.kind = receipt.kind
  where input.input in ('statement', 'statement_comparison')
    and receipt.load_status = 'loaded'
    and receipt.window_from is not null
    and exists (
      select 1
      from core.company_input as required
      where required.input = 'statement_comparison' and required.coverage is not null
    )
)
select
  currency,
  window_from,
  window_to,
  any_value(zone) as zone,
  max(receipt_id) filter (input = 'statement') as first_receipt_id,
  max_by(file_name, receipt_id) filter (input = 'statement') as first_file_name,
  max_by(upper(ext), receipt_id) filter (input = 'statement') as first_format,
  max(receipt_id) filter (input = 'statement_comparison') as second_receipt_id,
  max_by(file_name, receipt_id) filter (input = 'statement_comparison') as second_file_name,
  max_by(upper(ext), receipt_id) filter (input = 'statement_comparison') as second_format
from received
group by currency, window_from, window_to
having count(*) filter (input = 'statement') > 0 and count(*) filter (input = 'statement_comparison') > 0;

-- statement: stated_period
-- The period that a file of the merchant states, and whether its accepted lines contradict it. The first and the last day of a
-- period may be partial. A bank dates a line by its transaction but selects the lines by their posting, which follows some
-- business days later: lines of the week before the first day do not contradict the period.
-- grain: one file that states a period
-- key: receipt_id
-- is_contradicted: a line is outside the period, so the period is not that of the lines
-- reads: raw.stated_span, raw.receipt, raw.file_span
create or replace view core.stated_period as
select
  stated.receipt_id,
  stated.first_day,
  stated.last_day,
  (receipt.kind in ('orders', 'bank_statement') or starts_with(receipt.kind, 'list_')) and coalesce(
    line.first_day < stated.first_day - case receipt.kind when 'bank_statement' then 7 else 1 end
    or line.last_day > stated.last_day + 1,
    false
  ) as is_contradicted
from raw.stated_span as stated
inner join raw.receipt as receipt on receipt.receipt_id = stated.receipt_id
left join raw.file_span as line on line.receipt_id = stated.receipt_id;

-- statement: replaced_day
-- The days for which a file of bank lines or orders replaces the records of earlier files: those that it covers. A balance that
-- continues from an earlier file also covers the days before the file's own lines, but replaces no record of them. A day for which a
-- later file has lines is left out, because the file may be declared whole after that file arrived. Days outside the calendar are
-- left out as well.
-- account, currency: null where the file does not name it
-- grain: one day of one file, currency and account
-- key: currency, account, business_date
-- reads: core.coverage_now, core.bank_statement, raw.receipt, raw.file_span
create or replace macro core.replaced_day(the_receipt_id) as table (
  with
  span as (
    select
      coverage.currency, coverage.account, greatest(coverage.first_day, statement.first_day) as first_day,
      least(coverage.last_day, statement.last_day) as last_day
    from core.coverage_now as coverage
    left join core.bank_statement as statement
      on coverage.basis = 'balance' and statement.receipt_id = coverage.receipt_id and statement.currency = coverage.currency
      and statement.account is not distinct from coverage.account
    where coverage.receipt_id = the_receipt_id and (coverage.basis <> 'balance' or statement.receipt_id is not null)
  ),
  day as (
    select distinct
      currency,
      account,
      unnest(generate_series(
        case when first_day < date '1990-01-01' then date '1990-01-01' else first_day end,
        case when last_day > date '2099-12-31' then date '2099-12-31' else last_day end,
        interval 1 day
      ))::date as business_date
    from span
  ),
  later as (
    select span.first_day, span.last_day
    from raw.receipt as own
    inner join raw.receipt as receipt
      on receipt.kind = own.kind and receipt.receipt_id > own.receipt_id
    inner join raw.file_span as span on span.receipt_id = receipt.receipt_id
    where own.receipt_id = the_receipt_id
  )
  select day.currency, day.account, day.business_date
  from day
  where not exists (select 1 from later where day.business_date between later.first_day and later.last_day)
);

-- statement: replacing_file
-- The file that a receipt is about: the receipt itself, or the loaded file whose content it declares to be whole.
-- reads: core.declared_span, raw.receipt
create or replace macro core.replacing_file(the_receipt_id) as (
  coalesce((
    select max(file.receipt_id)
    from core.declared_span as declared
    inner join raw.receipt as file
      on file.kind = declared.kind and file.sha256 = declared.sha256
      and file.load_status = 'loaded'
    where declared.receipt_id = the_receipt_id
  ), the_receipt_id)
);

-- statement: line_net
-- The figures of each statement line on which money moved, outgoing money negative. The fee of a refund may be returned or
-- charged, by the convention of the statement; the sign that agrees with the net amount is used.
-- grain: one statement line on which money moved
-- key: payment_key, occurrence
-- net_minus_expected: the net amount less what amount, fee and withheld give; null where the line states no net amount
-- reads: core.payment_now
create or replace view core.line_net as
with
line as (
  select
    * exclude (is_net_stated, withheld),
    coalesce(is_net_stated, false) as is_net_stated,
    coalesce(withheld, 0) as withheld,
    case when direction = 'outgoing' then -1 else 1 end as sign
  from core.payment_now
  where is_money_moved
),
signed as (
  select
    line.*,
    case
      when direction = 'incoming' then fee
      when net_amount in (amount + fee - withheld, amount + fee + withheld) then -fee
      else fee
    end as fee_taken,
    case
      when direction = 'outgoing' and net_amount in (amount - fee + withheld, amount + fee + withheld) then -withheld
      else withheld
    end as withheld_taken
  from line
)
select
  payment_key,
  occurrence,
  kind,
  direction,
  currency,
  business_date,
  reference,
  paid_at,
  receipt_id,
  line_no,
  is_net_stated,
  (sign * signed.amount)::decimal(38, 4) as amount,
  (sign * fee_taken)::decimal(38, 4) as fee,
  (sign * withheld_taken)::decimal(38, 4) as withheld,
  (sign * signed.net_amount)::decimal(38, 4) as net_amount,
  case when is_net_stated then sign * (signed.net_amount - signed.amount + fee_taken + withheld_taken) end::decimal(38, 4) as net_minus_expected
from signed;
