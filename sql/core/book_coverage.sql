-- grain: one company and kind of its own files
-- key: company, kind
-- reads: core.merchant_order, core.bank_line, core.callback
-- From which business day to which the files tell.
create or replace view core.book_coverage as
select company, 'orders' as kind, min(business_date) as first_day, max(business_date) as last_day
from core.merchant_order
group by company
union all
select company, 'bank', min(booked_on), max(booked_on)
from core.bank_line
group by company
union all
select company, 'callbacks', min(business_date), max(business_date)
from core.callback
group by company;
