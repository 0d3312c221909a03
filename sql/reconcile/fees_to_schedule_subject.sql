-- subjects of: fees_to_schedule
-- grain: one payment method that was charged on a day, whether or not the schedule has a rule for it
-- key: company, currency, business_date, subject
-- reads: core.payment_now
create or replace macro recon.fees_to_schedule_subject(period_start, period_end) as table (
  with charged as (
    select
      company,
      currency,
      business_date,
      method,
      count(*) as payments,
      core.money_figure(currency, sum(amount)) as amount,
      core.money_figure(currency, sum(fee)) as fees
    from core.payment_now
    where kind = 'payment' and is_money_moved and occurrence = 1 and business_date >= period_start and business_date < period_end
    group by company, currency, business_date, method
  )
  select
    company,
    currency,
    business_date,
    coalesce(method, 'unknown') as subject,
    core.say(case when method is null then 'fees-method_unknown' else 'fees-without_rule' end, {
      method: method, currency: currency, payments: payments, amount: amount, fees: fees
    }) as no_figures,
    core.say(case when method is null then 'fees-ask_for_methods' else 'fees-add_rule' end, { method: method, currency: currency })
      as what_to_do
  from charged
);
