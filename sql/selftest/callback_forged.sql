-- fires: callbacks_to_statement
-- corrupts: the signature of a callback is not valid for any key
update core.callback set is_signed = false
where rowid = (
  select min(rowid) from core.callback
  where company = $company and is_signed and kind is not null
    and business_date >= $period_start::date and business_date < $period_end::date
)
