-- statement: write_off_limit
-- The configured limit for write-offs of small differences (decision.write_off), with the account and the reason. A currency
-- without a limit has no row.
-- grain: one currency
-- key: currency
-- reads: core.company_setting
create or replace view core.write_off_limit as
select
  value ->> '$.currency' as currency,
  (value ->> '$.limit')::decimal(38, 4) as largest,
  value ->> '$.account' as account,
  value ->> '$.reason' as reason_code
from core.company_setting
where name = 'write_off';

-- statement: write_off_proposed
-- The breaks that are proposed for write-off: undecided, with a difference that is not zero and within the limit. The limit applies to
-- the remaining difference, so that a missing payment of a small amount is included. The cause of the break has to be within the
-- limit, too: a small remainder of large differences that cancel out, or a small part of a large difference, is investigated with
-- them. An outstanding item or a suggested match is not a break.
-- grain: one open break
-- key: break_id
-- reads: core.write_off_limit, recon.item, recon.outcome, recon.decision_now, recon.cause, recon.cause_member
create or replace view recon.write_off_proposed as
select
  item.break_id,
  item.currency,
  item.business_date,
  item.reconciliation,
  item.right_minus_left,
  policy.account,
  policy.reason_code,
  policy.largest
from recon.item as item
inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open and outcome.is_break
inner join core.write_off_limit as policy on policy.currency = item.currency
left join recon.decision_now as decision on decision.break_id = item.break_id
left join recon.cause_member as member on member.break_id = item.break_id
left join recon.cause as cause on cause.cause_id = member.cause_id
where item.right_minus_left <> 0 and abs(item.right_minus_left) <= policy.largest
  and coalesce(decision.status, 'open') = 'open'
  and coalesce(greatest(cause.debit, cause.credit), 0) <= policy.largest;
