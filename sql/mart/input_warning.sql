-- The days for which a file is declared whole and has less than half of the lines that are usual on their weekday: the median of
-- the covered ones of the eight weeks before. Fewer than three of these, or fewer than four lines, are not usual.
-- grain: one input of one company and business day
-- key: company, input, business_date
-- reads: recon.input_state, core.covered_span, core.own_line_count
create or replace view mart.input_warning as
with
declared as (
  select distinct company, kind, input, business_date
  from recon.input_state
  where state = 'covered' and is_declared
),
earlier as (
  select declared.*, declared.business_date - 7 * week.number::integer as earlier_date
  from declared
  cross join range(1, 9) as week(number)
),
usual as (
  select
    earlier.company,
    earlier.kind,
    earlier.input,
    earlier.business_date,
    quantile_disc(coalesce(counted.line_count, 0), 0.5) as usual_count
  from earlier
  left join core.own_line_count as counted
    on counted.company = earlier.company and counted.kind = earlier.kind and counted.business_date = earlier.earlier_date
  where exists (
    select 1
    from core.covered_span as span
    where span.company = earlier.company and span.kind = earlier.kind
      and earlier.earlier_date between span.first_day and span.last_day
  )
  group by earlier.company, earlier.kind, earlier.input, earlier.business_date
  having count(*) >= 3
)
select
  usual.company,
  usual.input,
  usual.business_date,
  coalesce(counted.line_count, 0) as line_count,
  usual.usual_count,
  format(
    '{}: {} on {}, and usually {} on this weekday. The file is declared whole; check that it is.',
    case usual.input when 'bank' then 'Bank statement' else upper(usual.input[1]) || replace(usual.input[2:], '_', ' ') end,
    core.counted_text(coalesce(counted.line_count, 0), '1 line', '{} lines'),
    core.day_text(usual.business_date),
    usual.usual_count
  ) as reason
from usual
left join core.own_line_count as counted
  on counted.company = usual.company and counted.kind = usual.kind and counted.business_date = usual.business_date
where usual.usual_count >= 4 and coalesce(counted.line_count, 0) * 2 < usual.usual_count;

comment on view mart.input_warning is 'Which declared files have fewer lines than usual?';
comment on column mart.input_warning.company is 'Company, as named in the configuration.';
comment on column mart.input_warning.input is 'The input: orders, bank or callbacks.';
comment on column mart.input_warning.business_date is 'Business day in the time zone of the company.';
comment on column mart.input_warning.line_count is 'Lines of the day.';
comment on column mart.input_warning.usual_count is 'Median of the lines on the same weekday in the eight weeks before.';
comment on column mart.input_warning.reason is 'The warning, in sentences.';
