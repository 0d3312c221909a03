-- The days of which a file of bank lines or orders replaces what earlier files have. A day for which a later file has lines is
-- left out: the file may be declared whole after that. So are days outside the calendar.
-- account, currency: null where the file does not name it
-- grain: one day of one file, currency and account
-- key: currency, account, business_date
-- reads: core.replaced_span, raw.receipt, raw.file_span
create or replace macro core.replaced_day(the_file_id) as table (
  with
  day as (
    select distinct
      currency,
      account,
      unnest(generate_series(
        case when first_day < date '1990-01-01' then date '1990-01-01' else first_day end,
        case when last_day > date '2099-12-31' then date '2099-12-31' else last_day end,
        interval 1 day
      ))::date as business_date
    from core.replaced_span(the_file_id)
  ),
  later as (
    select span.first_day, span.last_day
    from raw.receipt as own
    inner join raw.receipt as receipt
      on receipt.company = own.company and receipt.kind = own.kind and receipt.file_id > own.file_id
    inner join raw.file_span as span on span.file_id = receipt.file_id
    where own.file_id = the_file_id
  )
  select day.currency, day.account, day.business_date
  from day
  where not exists (select 1 from later where day.business_date between later.first_day and later.last_day)
);
