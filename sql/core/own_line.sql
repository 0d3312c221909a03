-- statement: own_line_count
-- grain: one kind of file and business day with lines of the merchant's own files
-- key: kind, business_date
-- reads: core.merchant_order, core.bank_line, core.list_line, core.callback
create or replace view core.own_line_count as
select 'orders' as kind, business_date, count(*) as line_count
from core.merchant_order
where known_to is null
group by business_date
union all
select 'bank_statement', booked_on, count(*)
from core.bank_line
group by booked_on
union all
select 'list_' || list, booked_on, count(*)
from core.list_line
group by list, booked_on
union all
select 'callbacks', business_date, count(*)
from core.callback
where is_signed
group by business_date;
