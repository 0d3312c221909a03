-- statement: fee_above_schedule
-- fires: fees_to_schedule | fee_differs | fee_too_high
-- corrupts: a fee is one cent above the agreed fee
update core.payment set fee = fee + 0.01
where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join core.agreed_fee as agreed_fee
    on agreed_fee.payment_key = payment.payment_key and agreed_fee.agreed = agreed_fee.fee
  where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.occurrence = 1 and payment.fee > 0.01
  order by payment.business_date desc, payment.payment_key
  limit 1
);

-- statement: fee_below_schedule
-- fires: fees_to_schedule | fee_differs | fee_too_low
-- corrupts: a fee is one cent below the agreed fee
update core.payment set fee = fee - 0.01
where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join core.agreed_fee as agreed_fee
    on agreed_fee.payment_key = payment.payment_key and agreed_fee.agreed = agreed_fee.fee
  where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.occurrence = 1 and payment.fee > 0.01
  order by payment.business_date desc, payment.payment_key
  limit 1
);
