-- fires: callbacks_to_statement | control_breach | identifier_differs
-- corrupts: a callback has another id than the payment with its reference
update core.callback set object_key = 'another-' || object_key
where rowid = (
  select max(callback.rowid)
  from core.callback as callback
  inner join recon.item as agreed
    on agreed.reconciliation = 'callbacks_to_statement' and agreed.outcome = 'matched' and agreed.company = callback.company
    and agreed.left_key = callback.kind || ':' || callback.object_key
  where callback.company = $company and callback.is_signed and callback.kind = 'payment' and callback.reference is not null
    and callback.business_date >= $period_start::date and callback.business_date < $period_end::date
)
