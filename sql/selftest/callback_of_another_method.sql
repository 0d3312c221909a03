-- fires: callbacks_to_statement | status_differs | method_differs
-- corrupts: a callback reports another payment method than the statement
update core.callback set method = case method when 'visa' then 'fpx' else 'visa' end
where rowid = (
  select max(callback.rowid)
  from core.callback as callback
  inner join recon.item as agreed
    on agreed.reconciliation = 'callbacks_to_statement' and agreed.outcome = 'matched' and agreed.company = callback.company
    and agreed.left_key = callback.kind || ':' || callback.object_key
  where callback.company = $company and callback.is_signed and callback.kind = 'payment' and callback.method is not null
    and callback.business_date >= $period_start::date and callback.business_date < $period_end::date
)
