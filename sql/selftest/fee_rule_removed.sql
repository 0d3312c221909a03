-- fires: control register | not_made | fees_to_schedule
-- corrupts: the fee schedule has no rule for a method that was used
delete from core.fee_rule
where company = $company and method = (
  select payment.method
  from core.payment as payment
  where payment.company = $company and payment.known_to is null and payment.kind = 'payment' and payment.fee > 0
    and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.method in (select rule.method from core.fee_rule as rule where rule.company = $company)
  order by payment.business_date desc, payment.payment_key
  limit 1
)
