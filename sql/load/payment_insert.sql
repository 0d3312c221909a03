-- Adds the payments that are new or have changed. Reads incoming, which the load step fills.
insert into core.payment
select
  incoming.company, incoming.payment_key, incoming.occurrence, incoming.kind, incoming.direction, incoming.currency,
  incoming.amount, incoming.fee, incoming.net_amount, incoming.reference, incoming.related_to, incoming.status,
  incoming.is_money_moved, incoming.method, incoming.product, incoming.flow, incoming.country, incoming.description,
  incoming.customer_name, incoming.customer_email, incoming.created_at, incoming.paid_at, incoming.settled_at,
  incoming.business_date, incoming.file_id, incoming.line_no, incoming.content_hash, incoming.received_at, null,
  incoming.withheld, incoming.is_net_stated
from incoming as incoming
where incoming.reject_code is null
  and not exists (
    select 1
    from core.payment as known
    where known.known_to is null
      and known.company = incoming.company
      and known.payment_key = incoming.payment_key
      and known.occurrence = incoming.occurrence
  )
