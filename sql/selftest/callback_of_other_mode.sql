-- fires: callbacks_to_statement | control_breach | other_mode
-- corrupts: a callback is of test mode while the statements are live, or the reverse
update core.callback
set is_test = not (select is_test from core.gateway_mode where company = $company)
where rowid = (
  select callback.rowid
  from core.callback as callback
  inner join recon.item as agreed
    on agreed.reconciliation = 'callbacks_to_statement' and agreed.outcome = 'matched' and agreed.company = callback.company
    and agreed.left_key = callback.kind || ':' || callback.object_key
  inner join core.gateway_mode as gateway_mode on gateway_mode.company = callback.company and gateway_mode.is_test is not null
  where callback.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and callback.is_signed
  order by agreed.business_date desc, agreed.left_key
  limit 1
)
