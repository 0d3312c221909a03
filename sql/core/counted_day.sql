-- The days of each company's calendar with their running number, in business days and in days without holidays. A deadline is
-- the counted day whose number is that of the first day plus the days between: two joins, however many deadlines there are.
-- grain: one company, way of counting and day
-- key: of_company, is_in_business_days, on_day
-- reads: core.business_day
create or replace view core.counted_day as
select of_company, true as is_in_business_days, on_day, is_business_day as is_counted, business_number as day_number
from core.business_day
union all
select of_company, false, on_day, holiday is null, open_number
from core.business_day;
