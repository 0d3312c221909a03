-- fires: callbacks_to_statement
-- corrupts: one message tells of one cent more
update core.callback set amount = amount + 0.01
where rowid = (
  select max(rowid) from core.callback
  where company = $company and is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
)
