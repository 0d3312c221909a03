-- grain: one item of one reconciliation, as its last run saw it; key: reconciliation, company, item_key
-- reads: recon.item, recon.reconciliation, recon.outcome, recon.break_life, recon.run
create or replace view mart.item as
with last_run as (
  select company, max(as_of) as as_of from recon.run group by company
)
select
  item.reconciliation,
  reconciliation.title as reconciliation_title,
  item.company,
  item.currency,
  item.business_date,
  item.item_key,
  substr(item.break_id, 1, 12) as break_id,
  item.outcome,
  outcome.is_break,
  outcome.is_open,
  item.reason_code,
  item.reason,
  case when outcome.is_open then reconciliation.what_to_do end as what_to_do,
  item.match_pass,
  reconciliation.left_title as left_label,
  item.left_key,
  item.left_reference,
  item.left_amount,
  item.left_at,
  item.left_file_id,
  left_receipt.file_name as left_file,
  item.left_line_no,
  reconciliation.right_title as right_label,
  item.right_key,
  item.right_reference,
  item.right_amount,
  item.right_at,
  item.right_file_id,
  right_receipt.file_name as right_file,
  item.right_line_no,
  item.right_minus_left,
  item.expected_on,
  item.becomes_break_on,
  break_life.first_seen_on,
  case when outcome.is_open then date_diff('day', item.business_date, last_run.as_of) end as age_days,
  item.evidence,
  item.runners_up
from recon.item as item
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
inner join recon.outcome as outcome on outcome.outcome = item.outcome
left join recon.break_life as break_life on break_life.break_id = item.break_id
left join raw.receipt as left_receipt on left_receipt.file_id = item.left_file_id
left join raw.receipt as right_receipt on right_receipt.file_id = item.right_file_id
left join last_run on last_run.company = item.company;
