-- statement: open_amount_changed_unsaid
-- fires: check continuity
-- corrupts: the amount of an open item changed since the last run without a record
insert into recon.open_before (run_id, break_id, currency, business_date, reconciliation, outcome, amount)
select run_id, break_id, currency, business_date, reconciliation, outcome, coalesce(right_minus_left, 0) + 0.01
from recon.item
where business_date >= $period_start::date and business_date < $period_end::date
  and outcome in (select outcome from recon.outcome where is_open)
order by business_date desc, reconciliation, item_key
limit 1;

-- statement: open_item_closed_unsaid
-- fires: check continuity
-- corrupts: a matched item is still recorded as open
insert into recon.break_life
  (break_id, reconciliation, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on)
select
  item.break_id, item.reconciliation, item.currency, item.business_date, item.item_key, 'missing_right', 'It was open.', 0.01,
  item.business_date, item.business_date
from recon.item as item
where item.business_date >= $period_start::date and item.business_date < $period_end::date and item.outcome = 'matched'
  and not exists (select 1 from recon.break_life as known where known.break_id = item.break_id)
order by item.business_date desc, item.reconciliation, item.item_key
limit 1;

-- statement: open_item_forgotten
-- fires: check continuity
-- corrupts: an item that was open before the last run is no longer recorded
insert into recon.open_before (run_id, break_id, currency, business_date, reconciliation, outcome, amount)
select run_id, md5('forgotten'), currency, business_date, reconciliation, 'missing_right', 0.01
from recon.item
where business_date >= $period_start::date and business_date < $period_end::date
order by business_date desc, reconciliation, item_key
limit 1;

-- statement: open_item_lost
-- fires: check continuity
-- corrupts: an open item is missing and was not closed
insert into recon.break_life
  (break_id, reconciliation, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on)
select md5('lost'), reconciliation, currency, business_date, 'lost', 'missing_right', 'It was open.', 0.01, business_date, business_date
from recon.item
where business_date >= $period_start::date and business_date < $period_end::date
order by business_date desc, reconciliation, item_key
limit 1;
