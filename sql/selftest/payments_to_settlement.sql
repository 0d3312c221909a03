-- statement: settlement_taken_back
-- fires: payments_to_settlement | missing_right | not_settled
-- corrupts: a payment settled long ago is unsettled
update core.payment set settled_at = null, settlement_date = null where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join recon.item as agreed
    on agreed.reconciliation = 'payments_to_settlement' and agreed.outcome = 'matched'
    and agreed.currency = payment.currency and agreed.business_date = payment.business_date
  where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
    and payment.status = 'paid' and payment.settled_at is not null
  order by payment.business_date, payment.payment_key
  limit 1
);

-- statement: settlements_of_currency_stopped
-- fires: payments_to_settlement | missing_right | not_settled
-- corrupts: the payments of one currency are never settled
update core.payment set settled_at = null, settlement_date = null
where settled_at is not null and currency = (
  select min(payment.currency)
  from core.payment as payment
  where payment.settled_at is not null
    and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
);
