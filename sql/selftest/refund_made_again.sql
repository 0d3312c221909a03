-- fires: refunds_to_purchases
-- corrupts: one refund is made again a minute later
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 1 minute as paid_at)
from core.payment
where rowid = (
  select max(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1 and kind = 'refund'
    and business_date >= $period_start::date and business_date < $period_end::date
)
