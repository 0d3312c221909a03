-- Keeps the proven balances of each statement in a bank file. A balance beside the lines of a table counts where every step
-- agrees; a closing balance alone is proven by the statement before it.
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
where balance.state = 'proven' and balance.closing is not null and balance.last_day is not null and balance.step_count > 1
