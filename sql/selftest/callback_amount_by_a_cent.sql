-- fires: callbacks_to_statement
-- corrupts: the amount of a callback is one cent too high
update core.callback set amount = amount + 0.01
where rowid = (
  select max(rowid) from core.callback
  where company = $company and is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
)
