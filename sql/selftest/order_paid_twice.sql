-- fires: orders_to_statement
-- corrupts: one payment is made again under another number
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 1 minute as paid_at)
from core.payment
where rowid = (
  select min(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1 and kind = 'payment' and reference is not null
    and business_date >= $period_start::date and business_date < $period_end::date
)
