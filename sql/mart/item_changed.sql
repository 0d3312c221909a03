-- Notes the items that mart.item does not have as they are now: those of the days that were judged since it was filled, and those
-- that are open or decided, whose age, cause and decision change without a run of their day.
-- grain: one item
-- key: break_id
-- reads: recon.run, recon.item, recon.outcome, recon.decision_now, mart.item
insert into recon.item_changed (break_id)
with
judged as (
  select distinct unnest(generate_series(period_start::timestamp, period_end - interval 1 day, interval 1 day))::date as business_date
  from recon.run
  where not is_in_mart
)
select substr(item.break_id, 1, 12) as break_id
from recon.item as item
inner join recon.outcome as outcome on outcome.outcome = item.outcome
where outcome.is_open
  or item.business_date in (select business_date from judged)
  or item.break_id in (select break_id from recon.decision_now)
union
select break_id
from mart.item
where is_open or decision is not null or business_date in (select business_date from judged);
