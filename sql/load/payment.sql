-- statement: payment_figures
-- The accepted lines of one statement by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  case when is_money_moved then kind else kind || ', not completed' end as kind,
  count(*) as line_count,
  sum(amount) as amount,
  sum(fee) as fee
from incoming
where reject_code is null
group by all;

-- statement: payment_close
-- Ends the current version of each payment that this statement restates, and of each payment in its window and currency that
-- it no longer contains. Reads incoming, which the load step fills.
update core.payment
set known_to = receipt.received_at
from raw.receipt as receipt
where receipt.receipt_id = $receipt_id
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
  );

-- statement: payment_insert
-- Adds the payments that are new or have changed; payment_close has ended the version before. Reads incoming, which the load
-- step fills. The lines of a connector may lack the withheld amount and the net amount.
insert into core.payment
select
  incoming.payment_key, incoming.occurrence, incoming.kind, incoming.direction, incoming.currency,
  incoming.amount, incoming.fee, incoming.net_amount, incoming.reference, incoming.related_to, incoming.status,
  incoming.is_money_moved, incoming.method, incoming.product, incoming.flow, incoming.country, incoming.description,
  incoming.customer_name, incoming.customer_email, incoming.created_at, incoming.paid_at, incoming.settled_at,
  incoming.business_date, incoming.receipt_id, incoming.line_no, incoming.received_at, null,
  incoming.withheld, incoming.is_net_stated,
  cast(timezone((select zone from raw.receipt where receipt_id = $receipt_id), incoming.settled_at) as date),
  staging.customer_key(incoming.customer_email, incoming.customer_name)
from (
  from incoming
  union all by name
  select null::decimal(18, 4) as withheld, null::boolean as is_net_stated where false
) as incoming
anti join core.payment as known
  on known.known_to is null
  and known.payment_key = incoming.payment_key
  and known.occurrence = incoming.occurrence
where incoming.reject_code is null;
