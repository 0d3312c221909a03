-- The days for which a refused file of the configuration was needed: those over when it arrived, that no earlier reading of
-- the merchant's files had covered and that the lines of no later file reach. The other files of the same reading do not
-- replace it: they may be what is left of the day. A file that is imported again by hand confirms its days. A file that was
-- imported by hand and refused changes nothing.
-- grain: one refused receipt, currency and business day
-- key: file_id, currency, business_date
-- reads: core.refused_receipt, raw.receipt, raw.file_span
create or replace macro core.refused_day(the_company, period_start, period_end) as table (
  with
  day as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  )
  select refused.file_id, refused.kind, refused.currency, day.business_date
  from core.refused_receipt as refused
  inner join day on timezone(refused.zone, (day.business_date + interval 1 day)::timestamp) <= refused.received_at
  where refused.company = the_company
    and refused.coverage = 'file'
    and refused.batch_id is not null
    and not exists (
      select 1
      from raw.receipt as other
      left join raw.receipt as content
        on content.company = other.company and content.kind = other.kind and content.sha256 = other.sha256
        and content.load_status = 'loaded'
      left join raw.file_span as span on span.file_id = content.file_id
      where other.company = refused.company
        and other.kind = refused.kind
        and other.load_status in ('loaded', 'repeated')
        and case
          when other.file_id < refused.file_id then
            other.batch_id is distinct from refused.batch_id
            and other.received_at >= timezone(refused.zone, (day.business_date + interval 1 day)::timestamp)
          else day.business_date between span.first_day and span.last_day
            and other.batch_id is distinct from refused.batch_id
        end
    )
);
