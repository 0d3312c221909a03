-- statement: statement_amount_by_a_cent
-- fires: statement_to_turnover | amount_differs | amount_differs
-- corrupts: the amount of a statement line is one cent too high
update core.payment set amount = amount + 0.01
where rowid = (from counted_payment);

-- statement: statement_currency_swapped
-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: a statement line is in a different currency
update core.payment set currency = case currency when 'SGD' then 'USD' else 'SGD' end
where rowid = (from counted_payment);

-- statement: statement_direction_changed
-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: an incoming statement line has the direction outgoing
update core.payment set direction = 'outgoing'
where rowid = (from counted_payment);

-- statement: statement_fee_by_a_cent
-- fires: statement_to_turnover | fee_differs | fee_differs
-- corrupts: the fee of a statement line is one cent too high
update core.payment set fee = fee + 0.01
where rowid = (from counted_payment);

-- statement: statement_line_added
-- fires: statement_to_turnover | missing_right | line_without_turnover
-- corrupts: the statement has a line that is missing in turnover
insert into core.payment
select * replace (payment_key || '-not-there' as payment_key, null as reference)
from core.payment
where rowid = (from counted_payment);

-- statement: statement_line_doubled
-- fires: statement_to_turnover | duplicate | line_twice
-- corrupts: a statement line is duplicated
insert into core.payment
select * replace (occurrence + 1 as occurrence)
from core.payment
where rowid = (from counted_payment);

-- statement: statement_line_dropped
-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: a statement line is missing
delete from core.payment where rowid = (from counted_payment);

-- statement: statement_line_moved_by_a_day
-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: a statement line is dated one day early
update core.payment set business_date = business_date - 1, paid_at = paid_at - interval 24 hours
where rowid = (from counted_payment);

-- statement: statement_status_changed
-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: a paid statement line has the status failed
update core.payment set status = 'error', is_money_moved = false
where rowid = (from counted_payment);

-- statement: turnover_by_a_cent
-- fires: statement_to_turnover | amount_differs | amount_differs
-- corrupts: the gateway's turnover of a day is one cent too high
update core.turnover set amount = amount + 0.01
where rowid = (
  select turnover.rowid
  from core.turnover as turnover
  inner join recon.item as agreed
    on agreed.reconciliation = 'statement_to_turnover' and agreed.outcome = 'matched'
    and agreed.currency = turnover.currency and agreed.business_date = turnover.business_date and agreed.left_key = turnover.direction
    and agreed.right_receipt_id = turnover.receipt_id
  where turnover.business_date >= $period_start::date and turnover.business_date < $period_end::date
  order by turnover.business_date desc, turnover.currency, turnover.direction
  limit 1
);
