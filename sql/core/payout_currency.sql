-- grain: one company with a payout account; key: company. An instruction names no currency: it is its account's.
-- reads: core.payout_account
create or replace view core.payout_currency as
select company, arg_max(currency, file_id) as currency, arg_max(send_fee, file_id) filter (send_fee_type = 'flat') as send_fee
from core.payout_account
group by company;
