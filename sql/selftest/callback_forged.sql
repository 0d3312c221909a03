-- fires: callbacks_to_statement
-- corrupts: no key fits the signature of one message
update core.callback set is_signed = false
where rowid = (
  select min(rowid) from core.callback
  where company = $company and is_signed and kind is not null
    and business_date >= $period_start::date and business_date < $period_end::date
)
