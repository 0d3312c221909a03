-- Notes the items whose rows in mart.item are out of date: items of days that were judged since mart.item was filled, newly decided
-- items, and all open or decided items, because their age, cause and decision change without a new judgement.
-- grain: one item
-- key: break_id
-- reads: recon.run, recon.run_day, recon.item, recon.decision_now, mart.item
insert into recon.item_changed (break_id)
with
judged as (
  select distinct run_day.business_date
  from recon.run_day as run_day
  inner join recon.run as run on run.run_id = run_day.run_id
  where not run.is_in_mart
)
select substr(break_id, 1, 12) as break_id
from recon.item
where business_date in (select business_date from judged)
  or break_id in (select break_id from recon.decision_now)
union
select break_id
from mart.item
where is_open or decision is not null or business_date in (select business_date from judged);
