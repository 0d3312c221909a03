-- fires: fees_to_schedule
-- corrupts: the fee of one payment is one cent more
update core.payment set fee = fee + 0.01
where rowid = (
  select max(payment.rowid)
  from core.payment as payment
  inner join core.agreed_fee as agreed
    on agreed.company = payment.company and agreed.payment_key = payment.payment_key and agreed.fee = agreed.agreed
  where payment.company = $company and payment.known_to is null and payment.occurrence = 1
    and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
)
