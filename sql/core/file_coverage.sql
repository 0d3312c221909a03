-- The first and the last business day of the lines in a company's own files, by the kind of their receipts.
-- grain: one company and kind of file
-- key: company, kind
-- reads: core.merchant_order, core.bank_line, core.callback
create or replace view core.file_coverage as
select company, 'orders' as kind, min(business_date) as first_day, max(business_date) as last_day
from core.merchant_order
group by company
union all
select company, 'bank_statement', min(booked_on), max(booked_on)
from core.bank_line
group by company
union all
select company, 'callbacks', min(business_date), max(business_date)
from core.callback
group by company;
