-- When each list of a service was last received completely.
-- grain: one company and list
-- key: company, list
-- reads: core.list_reading
create or replace view core.list_read_at as
select company, list, max(read_at) as read_at
from core.list_reading
group by company, list;
