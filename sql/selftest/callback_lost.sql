-- fires: callbacks_to_statement
-- corrupts: a callback is missing
delete from core.callback
where rowid = (
  select max(rowid) from core.callback
  where company = $company and is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
)
