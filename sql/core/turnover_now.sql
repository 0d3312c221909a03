-- grain: one company, currency, business day and direction
-- key: company, currency, business_date, direction
-- reads: core.turnover
-- The latest answer of the gateway is used.
create or replace view core.turnover_now as
select company, currency, business_date, direction, amount, fee, payment_count, file_id, known_from
from core.turnover
qualify row_number() over (partition by company, currency, business_date, direction order by file_id desc) = 1;
