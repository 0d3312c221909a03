-- The fee of a payment by the schedule that was agreed on the day of payment, rounded half up to the smallest unit of the currency. Payments whose method
-- has no rule are left out.
-- grain: one payment on which money moved
-- key: company, payment_key
-- reads: core.payment_now, core.fee_rule, staging.currency
create or replace view core.agreed_fee as
select
  payment.company,
  payment.payment_key,
  payment.currency,
  payment.business_date,
  payment.method,
  payment.reference,
  payment.amount,
  payment.fee,
  payment.paid_at,
  payment.file_id,
  payment.line_no,
  greatest(
    rule.flat + case currency.exponent
      when 0 then round(payment.amount * rule.percent * 0.01, 0)
      when 2 then round(payment.amount * rule.percent * 0.01, 2)
      when 3 then round(payment.amount * rule.percent * 0.01, 3)
      when 4 then round(payment.amount * rule.percent * 0.01, 4)
    end,
    rule.minimum
  )::decimal(18, 4) as agreed
from core.payment_now as payment
inner join staging.currency as currency on currency.currency = payment.currency
inner join core.fee_rule as rule
  on rule.company = payment.company
  and rule.method = payment.method
  and coalesce(rule.currency, payment.currency) = payment.currency
  and (rule.from_day is null or rule.from_day <= payment.business_date)
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
-- a rule for the currency takes precedence over one for any currency, and the latest in force over those before it; with its day in the
-- partition, a question about some days reads only those
qualify row_number() over (partition by payment.company, payment.payment_key, payment.business_date order by rule.currency is null, rule.from_day desc nulls last) = 1;
