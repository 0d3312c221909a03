-- fires: refunds_to_purchases
-- corrupts: one refund is a million more
update core.payment set amount = amount + 1000000
where rowid = (
  select max(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1 and kind = 'refund'
    and related_to in (select payment_key from core.payment where company = $company and kind = 'payment')
    and business_date >= $period_start::date and business_date < $period_end::date
)
