-- fires: callbacks_to_statement
-- corrupts: a callback reports a payment that does not exist
insert into core.callback
select * replace (callback_key || '-other' as callback_key, object_key || '-other' as object_key, 'none' as reference)
from core.callback
where rowid = (
  select min(rowid) from core.callback
  where company = $company and is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
)
