-- How long the payout service takes to complete a payout, learned from completed payouts: the time within which 19 of 20
-- are completed, at least an hour; a day where fewer than twenty are known. Holidays are not counted, weekends are.
-- grain: one company
-- key: company
-- reads: core.company, core.payout, core.business_day
create or replace view derive.payout_lag as
with completed as (
  select
    payout.company,
    greatest(
      epoch_ms(payout.updated_at) - epoch_ms(payout.created_at)
        - (date_diff('day', created.on_day, completed.on_day) - (completed.open_number - created.open_number)) * 86_400_000,
      0
    ) as milliseconds
  from core.payout as payout
  inner join core.company as company on company.company = payout.company
  inner join core.business_day as created
    on created.of_company = payout.company and created.on_day = payout.business_date
  inner join core.business_day as completed
    on completed.of_company = payout.company and completed.on_day = cast(timezone(company.zone, payout.updated_at) as date)
  where payout.known_to is null and payout.state = 'completed' and payout.updated_at >= payout.created_at
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

create table if not exists core.payout_lag as from derive.payout_lag limit 0;
