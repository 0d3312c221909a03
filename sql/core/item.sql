-- statement: item_of
-- Rows of a reconciliation as items. A column that the rows lack is empty; an outcome that they lack is that which the head of the
-- reconciliation declares for the reason code, or matched without one.
-- grain: one item
-- key: item_key
-- reads: the rows named by `items`, recon.reason, recon.item
create or replace macro recon.item_of(the_reconciliation, items) as table (
  with
  given as (
    select * exclude (run_id, reconciliation, break_id) from recon.item where false
    union all by name
    select * from query_table(items)
  )
  select given.* replace (
    coalesce(given.outcome, declared.outcome, if(given.reason_code is null, 'matched', null)) as outcome,
    left_amount::decimal(38, 4) as left_amount,
    right_amount::decimal(38, 4) as right_amount,
    right_minus_left::decimal(38, 4) as right_minus_left
  )
  from given
  left join recon.reason as declared on declared.reconciliation = the_reconciliation and declared.reason_code = given.reason_code
  order by currency, business_date, item_key
);

-- statement: bridge_of
-- Lines of a control as a bridge.
-- grain: one line of a bridge
-- key: currency, business_date, subject, measure, line_no
-- reads: the lines named by `lines`
create or replace macro recon.bridge_of(lines) as table (
  select
    currency, business_date, subject, measure, line_no, line_code, title, line_amount::decimal(38, 4) as amount, is_total,
    is_residual
  from query_table(lines)
  order by currency, business_date, subject, measure, line_no
);
