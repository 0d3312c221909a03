-- statement: input_day
-- grain: one input that one currency and business day needs
-- key: currency, business_date, input
-- reads: recon.input_state, core.coverage, core.declared_span
create table mart.input_day as
with
-- the longest span that contains the day
covering as (
  select
    state.currency,
    state.business_date,
    state.input,
    min(coverage.first_day) as covered_from,
    max(coverage.last_day) as covered_to
  from recon.input_state as state
  inner join core.coverage as coverage
    on coverage.kind = state.kind
    and coalesce(coverage.currency, state.currency) = state.currency
    and coverage.first_day <= state.business_date and coverage.last_day >= state.business_date
  where state.state = 'covered'
  group by state.currency, state.business_date, state.input
),
declared as (
  select state.currency, state.business_date, state.input, max_by(declared.author, declared.receipt_id) as declared_by
  from recon.input_state as state
  inner join core.declared_span as declared
    on declared.kind = state.kind
    and declared.first_day <= state.business_date and declared.last_day >= state.business_date
  where state.is_declared
  group by state.currency, state.business_date, state.input
)
select
  core.this_company() as company,
  state.currency,
  state.business_date,
  state.input,
  state.kind,
  state.state,
  state.basis,
  covering.covered_from,
  covering.covered_to,
  state.is_declared,
  declared.declared_by,
  state.due_on,
  state.reason,
  state.rejected_count
from recon.input_state as state
left join covering using (currency, business_date, input)
left join declared using (currency, business_date, input);

comment on table mart.input_day is 'Inputs of each business day: which inputs cover it, on what proof, and which are missing or not due yet?';
comment on column mart.input_day.input is 'Input that the day needs, such as statement or bank.';
comment on column mart.input_day.state is 'covered, missing or awaited.';
comment on column mart.input_day.basis is 'What proves the coverage: window, answer, list, stated_span, balance, later_line, listened, declared or rule.';
comment on column mart.input_day.covered_from is 'First day of the span that covers the day.';
comment on column mart.input_day.covered_to is 'Last day of that span.';
comment on column mart.input_day.is_declared is 'Whether the coverage rests on a declaration: by a person, or by a rule of the configuration.';
comment on column mart.input_day.declared_by is 'Person who declared the coverage; null for a rule of the configuration.';
comment on column mart.input_day.reason is 'Why the day is not covered, in one sentence.';
comment on column mart.input_day.rejected_count is 'Number of rejected rows of the input that may belong to the day.';

-- statement: input_warning
-- The days for which a file is declared whole although this is not plausible: the file has no lines; or several business days
-- passed without a line, more than twice as many as ever in the eight weeks before the last line; or the day has less than half
-- of the lines that are usual on its weekday. The usual number is the median of the covered days with this weekday in the eight
-- weeks before; with fewer than three such days, or fewer than four lines, there is no usual number.
-- grain: one input of one business day
-- key: input, business_date
-- reads: recon.input_state, core.coverage, core.covered_span, core.own_line_count, core.business_day, raw.file_span, raw.receipt
create table mart.input_warning as
with
declared as (
  select distinct
    kind, input, business_date,
    case input when 'bank' then 'Bank statement' else upper(input[1]) || replace(input[2:], '_', ' ') end as title
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
    earlier.kind,
    earlier.input,
    earlier.business_date,
    earlier.title,
    quantile_disc(coalesce(counted.line_count, 0), 0.5) as usual_count
  from earlier
  left join core.own_line_count as counted
    on counted.kind = earlier.kind and counted.business_date = earlier.earlier_date
  where exists (
    select 1
    from core.covered_span as span
    where span.kind = earlier.kind
      and earlier.earlier_date between span.first_day and span.last_day
  )
  group by earlier.kind, earlier.input, earlier.business_date, earlier.title
  having count(*) >= 3
),
half as (
  select
    usual.input,
    usual.business_date,
    coalesce(counted.line_count, 0) as line_count,
    usual.usual_count,
    core.say('warning-fewer_lines', {
      title: usual.title, lines: coalesce(counted.line_count, 0), day: usual.business_date, usual: usual.usual_count
    }) as reason
  from usual
  left join core.own_line_count as counted
    on counted.kind = usual.kind and counted.business_date = usual.business_date
  where usual.usual_count >= 4 and coalesce(counted.line_count, 0) * 2 < usual.usual_count
),
-- the newest file that is declared for the day, by the name that it arrived with
proving as (
  select
    declared.kind,
    declared.input,
    declared.business_date,
    declared.title,
    arg_max(receipt.file_name, receipt.receipt_id) as file_name,
    bool_or(exists (
      select 1
      from raw.receipt as content
      inner join raw.file_span as span on span.receipt_id = content.receipt_id
      where content.kind = receipt.kind and content.sha256 = receipt.sha256
    )) as has_lines
  from declared
  inner join core.coverage as coverage
    on coverage.kind = declared.kind and coverage.is_declared
    and declared.business_date between coverage.first_day and coverage.last_day
  inner join raw.receipt as receipt on receipt.receipt_id = coverage.receipt_id
  group by declared.kind, declared.input, declared.business_date, declared.title
),
-- the business days without a line before each day with lines
line_day as (
  select
    counted.kind,
    counted.business_date,
    calendar.business_number,
    calendar.business_number - lag(calendar.business_number) over (
      partition by counted.kind order by counted.business_date
    ) as days_since_line
  from core.own_line_count as counted
  inner join core.business_day as calendar
    on calendar.on_day = counted.business_date
  semi join declared on declared.kind = counted.kind
),
-- the longest time without a line in the eight weeks before
paced as (
  select
    line_day.*,
    max(days_since_line) over (
      partition by kind order by business_date range between interval 56 days preceding and current row
    ) as most_days
  from line_day
),
ended as (
  select
    proving.input,
    proving.business_date,
    0 as line_count,
    null::bigint as usual_count,
    case
      when not proving.has_lines then core.say('warning-no_lines', { title: proving.title, file: proving.file_name })
      else core.say('warning-ends_early', {
        title: proving.title, last_line_on: paced.business_date, days: calendar.business_number - paced.business_number,
        day: proving.business_date, longest_gap: case when paced.most_days is not null then greatest(paced.most_days - 1, 0) end
      })
    end as reason
  from proving
  inner join core.business_day as calendar on calendar.on_day = proving.business_date
  asof left join paced
    on paced.kind = proving.kind and paced.business_date <= proving.business_date
  where not proving.has_lines
    or (calendar.business_number - paced.business_number >= 3
      and calendar.business_number - paced.business_number > 2 * coalesce(paced.most_days, 1))
),
warning as (
  select * from ended
  union all
  select * from half anti join ended using (input, business_date)
)
select core.this_company() as company, input, business_date, line_count, usual_count, reason
from warning;

comment on table mart.input_warning is 'Which declared files have no lines, end early, or have fewer lines than usual?';
comment on column mart.input_warning.input is 'The input: orders, bank or callbacks.';
comment on column mart.input_warning.line_count is 'Lines of the day.';
comment on column mart.input_warning.usual_count is 'Median of the lines on the same weekday in the eight weeks before. Empty where the file has no lines or ends before the day.';
comment on column mart.input_warning.reason is 'The warning, in sentences.';
