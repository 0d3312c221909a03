-- fires: payments_to_settlement | missing_right | not_settled
-- corrupts: the payments of one currency are never settled
update core.payment set settled_at = null, settlement_date = null
where company = $company and settled_at is not null and currency = (
  select min(payment.currency)
  from core.payment as payment
  where payment.company = $company and payment.settled_at is not null
    and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
)
