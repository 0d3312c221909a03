-- statement: own_line_count
-- grain: one company, kind of file and business day with lines of the merchant's own files
-- key: company, kind, business_date
-- reads: core.merchant_order, core.bank_line, core.list_line, core.callback
create or replace view core.own_line_count as
select company, 'orders' as kind, business_date, count(*) as line_count
from core.merchant_order
where known_to is null
group by company, business_date
union all
select company, 'bank_statement', booked_on, count(*)
from core.bank_line
group by company, booked_on
union all
select company, 'list_' || list, booked_on, count(*)
from core.list_line
group by company, list, booked_on
union all
select company, 'callbacks', business_date, count(*)
from core.callback
where is_signed
group by company, business_date;
