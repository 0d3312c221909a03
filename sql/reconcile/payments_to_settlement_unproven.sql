-- unproven days of: payments_to_settlement
-- grain: one business day from the first payment on, of a company of which no statement ever reported a settlement
-- key: company, currency, business_date
-- reads: core.payment_now, core.company_terms, core.settlement_term, core.company_input, core.counted_day, core.covered_span
-- Without a settlement and without a configured term, no deadline shows which payments are overdue. A company that has just begun
-- needs none until the first payment is older than a settlement takes by the defaults, and statements cover the time since.
create or replace macro recon.payments_to_settlement_unproven(period_start, period_end) as table (
  with
  unsettled as (
    select payment.company, payment.currency, min(payment.business_date) as first_day
    from core.payment_now as payment
    where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
      and payment.status in ('paid', 'cleared', 'settled', 'success', 'completed')
    group by payment.company, payment.currency
  ),
  without_term as (
    -- without a configured term there is one row, with the defaults
    select unsettled.*, term.most_days
    from unsettled
    inner join core.company_terms as terms on terms.company = unsettled.company
    inner join core.settlement_term as term on term.company = unsettled.company
    where not terms.has_settlement_term
      and unsettled.company not in (select company from core.payment_now where kind = 'payment' and settled_at is not null)
  ),
  expected as (
    select without_term.company, without_term.currency, without_term.first_day, most.on_day as last_expected_on
    from without_term
    inner join core.counted_day as paid
      on paid.of_company = without_term.company and paid.is_in_business_days and paid.on_day = without_term.first_day
    inner join core.counted_day as most
      on most.of_company = without_term.company and most.is_in_business_days and most.is_counted
      and most.day_number = paid.day_number + without_term.most_days
  ),
  passed as (
    select expected.company, expected.currency, expected.first_day
    from expected
    inner join core.company_input as input on input.company = expected.company and input.input = 'statement'
    inner join core.covered_span as covered
      on covered.company = expected.company and covered.kind = input.kind and covered.currency = expected.currency
    group by expected.company, expected.currency, expected.first_day, expected.last_expected_on
    having max(covered.last_day) > expected.last_expected_on
  )
  select
    passed.company,
    passed.currency,
    day.business_date,
    '' as subject,
    core.say('settlement-never_reported', { since: passed.first_day }) as no_figures,
    'Set gateway.settlement_days in the configuration as agreed with the gateway. If its statements never report settlements, waive the control (waivers).'
      as what_to_do
  from passed
  inner join (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ) as day on day.business_date >= passed.first_day
);
