-- Keeps each currency of balance readings that was rejected, with the reason.
insert into staging.rejected_row
select
  file_id,
  row_number() over (partition by file_id order by currency),
  'balance_unreadable',
  'The balance in "' || currency || '" is not a valid amount, or its currency is unknown.',
  null,
  null
from staging.gateway_balance($file_id, $last_file_id)
where balance is null
