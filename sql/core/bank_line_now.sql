-- grain: one line of the merchant's bank account in its current version
-- key: company, bank_line_key
-- reads: core.bank_line
create or replace view core.bank_line_now as
select * exclude (known_to, ended_by)
from core.bank_line
where known_to is null;
