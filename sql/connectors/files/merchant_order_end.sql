-- Ends each order that this file no longer has, although it covers the day of the order. An order of which the file has a row,
-- also a rejected one or one of another day, does not end. A company may have several shops with a file each: a file ends orders of
-- files with its own name, and of those with which it has an order in common. Reads incoming, which has the rows of the file.
update core.merchant_order
set known_to = receipt.received_at, ended_by = receipt.file_id
from raw.receipt as receipt
where receipt.file_id = $file_id
  and merchant_order.company = receipt.company
  and merchant_order.known_to is null
  and merchant_order.order_id in (
    select known.order_id
    from core.merchant_order as known
    inner join core.replaced_day(core.replacing_file($file_id)) as day
      on day.business_date = known.business_date and coalesce(day.currency = known.currency, true)
    inner join raw.receipt as file on file.file_id = core.replacing_file($file_id) and file.kind = 'orders'
    inner join raw.receipt as first_file on first_file.file_id = known.file_id
    where known.known_to is null and known.company = file.company
      and (
        first_file.file_name = file.file_name
        or first_file.file_name in (
          select receipt.file_name
          from core.merchant_order as common
          inner join raw.receipt as receipt on receipt.file_id = common.file_id
          where common.order_id in (select order_id from incoming where order_id is not null)
            and common.file_id <> core.replacing_file($file_id)
        )
      )
      and known.order_id not in (select order_id from incoming where order_id is not null)
  )
