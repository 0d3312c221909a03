-- statement: control_item
-- Adds an item for each subject of a control without items of its own: matched, or out of balance by the residual.
insert into recon.item by name
select
  $run_id as run_id,
  reconciliation,
  currency,
  business_date,
  concat_ws(':', subject, business_date) as item_key,
  md5(concat_ws('|', $id_name, core.this_company(), concat_ws(':', subject, business_date))) as break_id,
  case when sum(amount) filter (is_residual) <> 0 then 'control_breach' else 'matched' end as outcome,
  case when sum(amount) filter (is_residual) <> 0 then 'balance_not_explained' end as reason_code,
  core.say(case when sum(amount) filter (is_residual) <> 0 then 'totals-out_of_balance' else 'totals-agree' end, {
    difference: core.money_figure(currency, sum(amount) filter (is_residual)),
    first_title: min_by(title, line_no) filter (is_total),
    first_total: core.money_figure(currency, min_by(amount, line_no) filter (is_total)),
    second_title: max_by(title, line_no) filter (is_total),
    second_total: core.money_figure(currency, max_by(amount, line_no) filter (is_total))
  }) as reason,
  case when sum(amount) filter (is_residual) = 0 then 'totals_equal' end as match_pass,
  subject as left_key,
  max_by(amount, line_no) filter (is_total and line_code like 'expected%') as left_amount,
  subject as right_key,
  max_by(amount, line_no) filter (is_total and line_code not like 'expected%') as right_amount,
  sum(amount) filter (is_residual) as right_minus_left
from recon.bridge_line
where reconciliation = $reconciliation and run_id = $run_id and measure = 'amount'
group by reconciliation, currency, business_date, subject;
