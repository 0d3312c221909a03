-- grain: one item that opened or closed on a day; key: company, break_id, change
-- reads: recon.break_life
create or replace view mart.change as
select company, currency, first_seen_on as changed_on, business_date, 'opened' as change, substr(break_id, 1, 12) as break_id,
  reconciliation, reason, amount
from recon.break_life
union all
select company, currency, closed_on, business_date, 'closed', substr(break_id, 1, 12), reconciliation, closed_because, amount
from recon.break_life
where closed_on is not null;
