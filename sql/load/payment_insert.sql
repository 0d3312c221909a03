-- Adds the payments that are new or have changed. Reads incoming, which the load step fills. The lines of a connector may state
-- neither what is withheld nor a net amount.
insert into core.payment
select
  incoming.company, incoming.payment_key, incoming.occurrence, incoming.kind, incoming.direction, incoming.currency,
  incoming.amount, incoming.fee, incoming.net_amount, incoming.reference, incoming.related_to, incoming.status,
  incoming.is_money_moved, incoming.method, incoming.product, incoming.flow, incoming.country, incoming.description,
  incoming.customer_name, incoming.customer_email, incoming.created_at, incoming.paid_at, incoming.settled_at,
  incoming.business_date, incoming.file_id, incoming.line_no, incoming.received_at, null,
  incoming.withheld, incoming.is_net_stated,
  cast(timezone((select zone from raw.receipt where file_id = $file_id), incoming.settled_at) as date)
from (
  from incoming
  union all by name
  select null::decimal(18, 4) as withheld, null::boolean as is_net_stated where false
) as incoming
anti join core.payment as known
  on known.known_to is null
  and known.company = incoming.company
  and known.payment_key = incoming.payment_key
  and known.occurrence = incoming.occurrence
where incoming.reject_code is null
