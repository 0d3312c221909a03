-- Adds the payments and the deposits in transit of a take-on file, unless a statement has reported them. Reads incoming.
insert into core.payment by name
select
  company, item_id as payment_key, 1 as occurrence,
  case item when 'deposit' then 'disbursement' else 'payment' end as kind,
  case item when 'deposit' then 'outgoing' else 'incoming' end as direction,
  currency, amount, fee, amount - fee as net_amount, reference, 'taken_on' as status, true as is_money_moved,
  timezone((select zone from raw.receipt where file_id = $file_id), occurred_on::timestamp) as paid_at,
  occurred_on as business_date, file_id, line_no,
  known_from, false as is_net_stated
from incoming
where reject_code is null and item in ('payment', 'deposit')
  and not exists (
    select 1
    from core.payment as known
    where known.known_to is null and known.company = incoming.company and known.payment_key = incoming.item_id and known.occurrence = 1
  )
