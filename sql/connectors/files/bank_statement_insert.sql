-- Keeps the proven balances of each statement in a bank file. A balance beside the lines of a table counts where every step
-- agrees; a closing balance alone, and the balance beside a single line, are proven by the statement before.
insert into core.bank_statement by name
select
  receipt.company, proof.file_id, proof.statement_no, proof.account, coalesce(proof.currency, receipt.currency) as currency, proof.identifier,
  coalesce(proof.first_day, proof.closing_on) as first_day, coalesce(proof.closing_on, proof.last_day) as last_day,
  proof.opening, proof.closing, receipt.received_at as known_from
from staging.bank_proof($file_id, 'incoming') as proof
inner join raw.receipt as receipt on receipt.file_id = proof.file_id
where proof.is_readable and proof.closing is not null and coalesce(proof.currency, receipt.currency) is not null
  and coalesce(proof.closing_on, proof.last_day) is not null
union all
select
  receipt.company, receipt.file_id, (row_number() over (order by balance.account, balance.currency))::integer, balance.account, balance.currency, null,
  balance.first_day, balance.last_day, balance.opening, balance.closing, receipt.received_at
from staging.bank_running_balance($file_id, 'incoming') as balance
inner join raw.receipt as receipt on receipt.file_id = $file_id
where balance.state = 'proven' and balance.closing is not null and balance.last_day is not null
union all
-- the balance beside a single line counts where the line begins with a closing balance that is known
select
  receipt.company, receipt.file_id, (1000 + row_number() over (order by line.account, line.currency))::integer, line.account, line.currency, null, line.booked_on,
  line.booked_on, line.running_balance - line.amount, line.running_balance, receipt.received_at
from (
  select
    any_value(line_no) as line_no, account, currency, any_value(booked_on) as booked_on, any_value(amount) as amount,
    any_value(running_balance) as running_balance
  from incoming
  where is_table and reject_code is distinct from 'summary_row'
  group by account, currency
  having count(*) = 1
) as line
inner join raw.receipt as receipt on receipt.file_id = $file_id
where exists (
  select 1
  from core.bank_statement as earlier
  where earlier.company = receipt.company and earlier.account is not distinct from line.account and earlier.currency = line.currency
    and earlier.last_day <= line.booked_on and earlier.closing = line.running_balance - line.amount
)
