-- grain: one input that one company, currency and business day needs
-- key: company, currency, business_date, input
-- reads: recon.input_state, core.coverage, core.declared_span
create or replace view publish.input_day as
with
-- the longest span that contains the day
covering as (
  select
    state.company,
    state.currency,
    state.business_date,
    state.input,
    min(coverage.first_day) as covered_from,
    max(coverage.last_day) as covered_to
  from recon.input_state as state
  inner join core.coverage as coverage
    on coverage.company = state.company and coverage.kind = state.kind
    and coalesce(coverage.currency, state.currency) = state.currency
    and coverage.first_day <= state.business_date and coverage.last_day >= state.business_date
  where state.state = 'covered'
  group by state.company, state.currency, state.business_date, state.input
),
declared as (
  select state.company, state.currency, state.business_date, state.input, max_by(declared.author, declared.file_id) as declared_by
  from recon.input_state as state
  inner join core.declared_span as declared
    on declared.company = state.company and declared.kind = state.kind
    and declared.first_day <= state.business_date and declared.last_day >= state.business_date
  where state.is_declared
  group by state.company, state.currency, state.business_date, state.input
)
select
  state.company,
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
left join covering using (company, currency, business_date, input)
left join declared using (company, currency, business_date, input);

create table if not exists mart.input_day as from publish.input_day limit 0;

comment on table mart.input_day is 'Inputs of each business day: which of them cover it, on what proof, and which are missing or not due yet?';
comment on column mart.input_day.company is 'Company, as named in the configuration.';
comment on column mart.input_day.currency is 'ISO 4217 code of the amounts.';
comment on column mart.input_day.business_date is 'Business day in the time zone of the company.';
comment on column mart.input_day.input is 'Input that the day needs, such as statement or bank.';
comment on column mart.input_day.kind is 'Kind of file or page.';
comment on column mart.input_day.state is 'covered, missing or awaited.';
comment on column mart.input_day.basis is 'What proves the coverage: window, answer, list, stated_span, balance, later_line, declared or rule.';
comment on column mart.input_day.covered_from is 'First day of the span that covers the day.';
comment on column mart.input_day.covered_to is 'Last day of that span.';
comment on column mart.input_day.is_declared is 'Whether the coverage rests on the word of a person or on a rule of the configuration.';
comment on column mart.input_day.declared_by is 'Person who declared the coverage; null for a rule of the configuration.';
comment on column mart.input_day.due_on is 'Day on which an awaited input is due.';
comment on column mart.input_day.reason is 'Why the day is not covered, in one sentence.';
comment on column mart.input_day.rejected_count is 'Number of rejected rows of the input that may belong to the day.';
