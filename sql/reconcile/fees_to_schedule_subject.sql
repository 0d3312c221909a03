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
      core.counted_text(count(*), '1 payment', '{} payments') as payments,
      core.money_text(currency, sum(amount)) as amount,
      core.money_text(currency, sum(fee)) as fees
    from core.payment_now
    where kind = 'payment' and is_money_moved and occurrence = 1 and business_date >= period_start and business_date < period_end
    group by company, currency, business_date, method
  )
  select
    company,
    currency,
    business_date,
    coalesce(method, 'unknown') as subject,
    case
      when method is null then format('The statement names no payment method of {} of {}, so the agreed fee is unknown.', payments, amount)
      else format('The fee schedule has no rule for {} in {}: {} of {}, fees {}.', method, currency, payments, amount, fees)
    end as no_figures,
    case
      when method is null
        then 'Ask the gateway for statements that name the payment method of each payment, or waive the control (waivers).'
      else format('Add {} to fees in the configuration with the agreed rates, or waive the control (waivers).',
        '{ method: ' || method || ', currency: ' || currency || ', flat: "?", percent: "?", minimum: "?" }')
    end as what_to_do
  from charged
);
