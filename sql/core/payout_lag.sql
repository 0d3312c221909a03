-- How long the payout service takes to complete a payout, learned from completed payouts: the time within which 19 of 20
-- are completed, at least an hour; a day where fewer than twenty are known.
-- grain: one company
-- key: company
-- reads: core.company, core.payout
create or replace view core.payout_lag as
with completed as (
  select company, epoch_ms(updated_at) - epoch_ms(created_at) as milliseconds
  from core.payout
  where known_to is null and state = 'completed' and updated_at >= created_at
)
select
  company.company,
  count(completed.milliseconds) as seen_count,
  case
    when count(completed.milliseconds) < 20 then interval 1 day
    else greatest(to_milliseconds(quantile_disc(completed.milliseconds, 0.95)), interval 1 hour)
  end as high_time
from core.company as company
left join completed on completed.company = company.company
group by company.company;
