-- fires: callbacks_to_statement | status_differs | method_differs
-- corrupts: a callback reports another payment method than the statement
with
-- callbacks that agree with their line, by a name of the specification
agreeing as (
  select callback.company, callback.object_key, callback.method, callback.business_date
  from core.callback_now as callback
  inner join recon.item as item
    on item.reconciliation = 'callbacks_to_statement' and item.outcome = 'matched' and item.company = callback.company
    and item.left_key = callback.kind || ':' || callback.object_key
  inner join core.payment_now as line
    on line.company = item.company and line.payment_key = item.right_key and line.occurrence = 1
  where callback.company = $company and callback.kind = 'payment' and callback.method = line.method
    and callback.method in (select word from staging.statement_word where field = 'payment_method' and word not in ('razer', 'unknown'))
),
corrupted as (
  select one.company, one.object_key, other.method
  from agreeing as one
  inner join agreeing as other on other.method <> one.method
  where one.business_date >= $period_start::date and one.business_date < $period_end::date
  order by one.object_key, other.object_key
  limit 1
)
update core.callback set method = corrupted.method
from corrupted
where callback.is_signed and callback.company = corrupted.company and callback.object_key = corrupted.object_key
