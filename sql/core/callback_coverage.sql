-- The kinds of payments that a company receives callbacks for, each with the day of its first signed delivery.
-- grain: one company and kind
-- key: company, kind
-- reads: core.callback
create or replace view core.callback_coverage as
select company, kind, min(business_date) as first_day
from core.callback
where is_signed and kind is not null
group by company, kind;
