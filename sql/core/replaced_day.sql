-- The days of which a file of bank lines or orders replaces what earlier files have: those that it proves to cover and that
-- were over when it arrived. A day with a rejected row is left out, because that row may be the line that the file seems to
-- lack; a rejected row without a date may belong to any day.
-- account: null where the file does not name it
-- grain: one day of one file, currency and account
-- key: currency, account, business_date
-- reads: core.replaced_span, raw.receipt, staging.rejected_row
create or replace macro core.replaced_day(the_file_id) as table (
  with
  receipt as (
    select cast(timezone(zone, received_at) as date) as received_on from raw.receipt where file_id = the_file_id
  ),
  rejected as (
    select distinct business_date
    from staging.rejected_row
    where file_id = the_file_id and reason_code not in ('summary_row', 'header_repeated', 'item_row')
  ),
  day as (
    select distinct
      currency, account, unnest(generate_series(first_day, last_day, interval 1 day))::date as business_date
    from core.replaced_span(the_file_id)
  )
  select day.currency, day.account, day.business_date
  from day
  inner join receipt on day.business_date < receipt.received_on
  where not exists (
    select 1 from rejected where rejected.business_date is null or rejected.business_date = day.business_date
  )
);
