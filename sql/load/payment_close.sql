-- Ends the current version of each payment that this statement restates, and of each that it covers by time and currency and
-- no longer contains. Reads incoming, which the load step fills.
update core.payment
set known_to = receipt.received_at
from raw.receipt as receipt
where receipt.file_id = $file_id
  and payment.company = receipt.company
  and payment.known_to is null
  and (
    exists (
      select 1
      from incoming as incoming
      where incoming.reject_code is null
        and incoming.payment_key = payment.payment_key
        and incoming.occurrence = payment.occurrence
        and (
          incoming.kind, incoming.currency, incoming.amount, incoming.fee, incoming.net_amount, incoming.reference, incoming.related_to,
          incoming.status, incoming.method, incoming.paid_at, incoming.settled_at
        ) is distinct from (
          payment.kind, payment.currency, payment.amount, payment.fee, payment.net_amount, payment.reference, payment.related_to,
          payment.status, payment.method, payment.paid_at, payment.settled_at
        )
    )
    or (
      receipt.window_from is not null
      and payment.is_money_moved
      and payment.currency = coalesce(receipt.currency, payment.currency)
      and payment.paid_at >= receipt.window_from
      and payment.paid_at < receipt.window_to
      and not exists (
        select 1
        from incoming as incoming
        where incoming.payment_key = payment.payment_key and incoming.occurrence = payment.occurrence
      )
    )
  )
