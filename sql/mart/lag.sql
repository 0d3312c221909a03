-- statement: lag
-- grain: one company, currency and payment method
-- key: company, currency, method
-- reads: core.payment_now
-- Unsettled payments are counted, and have no days.
create or replace view publish.lag as
with
payment as (
  select
    payment.company,
    payment.currency,
    coalesce(payment.method, 'unknown') as method,
    -- the business day of a payment is that on which it was paid
    date_diff('day', payment.business_date, payment.settlement_date) as days
  from core.payment_now as payment
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.paid_at is not null
)
select
  company,
  currency,
  method,
  count(days) as settled_count,
  count(*) - count(days) as waiting_count,
  min(days) as least_days,
  quantile_disc(days, 0.5)::integer as usual_days,
  quantile_disc(days, 0.95)::integer as high_days,
  max(days) as most_days
from payment
group by company, currency, method;

create table if not exists mart.lag as from publish.lag limit 0;

comment on table mart.lag is 'Days from payment to settlement by payment method. How long do settlements take?';
comment on column mart.lag.company is 'Company, as named in the configuration.';
comment on column mart.lag.currency is 'ISO 4217 code.';
comment on column mart.lag.method is 'Payment method, as written in statements.';
comment on column mart.lag.settled_count is 'Number of settled payments.';
comment on column mart.lag.waiting_count is 'Number of payments not yet settled.';
comment on column mart.lag.least_days is 'Shortest time.';
comment on column mart.lag.usual_days is 'Usual time: the median.';
comment on column mart.lag.high_days is 'Time within which 19 of 20 are settled.';
comment on column mart.lag.most_days is 'Longest time.';

-- statement: expected_lag
-- grain: one company, currency, payment method and weekday of payment
-- key: company, currency, method, weekday
-- reads: core.settlement_lag
create or replace view publish.expected_lag as
select
  company,
  currency,
  method,
  weekday,
  usual_days,
  high_days,
  is_in_business_days,
  basis,
  seen_count as settled_count
from core.settlement_lag;

create table if not exists mart.expected_lag as from publish.expected_lag limit 0;

comment on table mart.expected_lag is 'Expected time from payment to settlement, learned from settled payments. How is "expected by" computed?';
comment on column mart.expected_lag.company is 'Company, as named in the configuration.';
comment on column mart.expected_lag.currency is 'ISO 4217 code.';
comment on column mart.expected_lag.method is 'Payment method, as written in statements.';
comment on column mart.expected_lag.weekday is 'Weekday of the payment, 1 (Monday) to 7 (Sunday).';
comment on column mart.expected_lag.usual_days is 'Days until the settlement is expected: the median.';
comment on column mart.expected_lag.high_days is 'Days within which 19 of 20 are settled; an outstanding settlement is a break one day later.';
comment on column mart.expected_lag.is_in_business_days is 'Whether only business days of the calendar are counted; otherwise all days but holidays.';
comment on column mart.expected_lag.basis is 'Basis of the figures: method and weekday, method, currency, or the configuration where fewer than twenty were settled.';
comment on column mart.expected_lag.settled_count is 'Number of settled payments in the basis.';

-- statement: timing
-- grain: one item of one reconciliation
-- key: reconciliation, company, item_key
-- reads: mart.item
-- Only outstanding items that are not yet due.
create or replace view mart.timing as
select item.* from mart.item as item where item.outcome = 'timing';

comment on view mart.timing is 'Outstanding items that are not yet due, such as deposits in transit.';
comment on column mart.timing.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.timing.reconciliation_title is 'Title of the reconciliation.';
comment on column mart.timing.company is 'Company, as named in the configuration.';
comment on column mart.timing.currency is 'ISO 4217 code of the amounts.';
comment on column mart.timing.business_date is 'Business day in the time zone of the company.';
comment on column mart.timing.item_key is 'Key of the item within its reconciliation and company.';
comment on column mart.timing.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.timing.cause_id is 'Id of the cause of an open item (mart.cause), 12 hexadecimal digits.';
comment on column mart.timing.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the type of break.';
comment on column mart.timing.is_break is 'Whether the item is a break.';
comment on column mart.timing.is_open is 'Whether the item is open.';
comment on column mart.timing.reason_code is 'Reason code.';
comment on column mart.timing.reason is 'Reason, in one sentence.';
comment on column mart.timing.what_to_do is 'Recommended action.';
comment on column mart.timing.match_pass is 'Match pass that found the match.';
comment on column mart.timing.left_label is 'Title of the left side.';
comment on column mart.timing.left_key is 'Key of the left record.';
comment on column mart.timing.left_reference is 'Reference of the left record.';
comment on column mart.timing.left_amount is 'Amount of the left record, in major units.';
comment on column mart.timing.left_at is 'Time of the left record.';
comment on column mart.timing.left_receipt_id is 'Receipt number of the file with the left record.';
comment on column mart.timing.left_file_name is 'Name of that file.';
comment on column mart.timing.left_line_no is 'Line in that file.';
comment on column mart.timing.right_label is 'Title of the right side.';
comment on column mart.timing.right_key is 'Key of the right record.';
comment on column mart.timing.right_reference is 'Reference of the right record.';
comment on column mart.timing.right_amount is 'Amount of the right record, in major units.';
comment on column mart.timing.right_at is 'Time of the right record.';
comment on column mart.timing.right_receipt_id is 'Receipt number of the file with the right record.';
comment on column mart.timing.right_file_name is 'Name of that file.';
comment on column mart.timing.right_line_no is 'Line in that file.';
comment on column mart.timing.right_minus_left is 'Right amount less left amount, in major units; a missing side counts as zero.';
comment on column mart.timing.expected_on is 'Expected date of the other side.';
comment on column mart.timing.becomes_break_on is 'Date from which a missing other side is a break.';
comment on column mart.timing.first_seen_on is 'Day of the run that first found the item open.';
comment on column mart.timing.age_days is 'Age in days, from the business day to the last run.';
comment on column mart.timing.evidence is 'Equal and differing fields, as JSON.';
comment on column mart.timing.runners_up is 'Runners-up of a suggested match, as JSON.';
comment on column mart.timing.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed if no action is required.';
comment on column mart.timing.decision is 'Latest decision on the item.';
comment on column mart.timing.decided_by is 'Author of the decision.';
comment on column mart.timing.decided_by_identity is 'verified where a key of the author signed the decision, else asserted.';
comment on column mart.timing.approved_by is 'Second approver.';
comment on column mart.timing.approval_identity is 'verified where both persons signed with keys of their own, else asserted; empty without an approval.';
comment on column mart.timing.pending_because is 'What is missing for the approval of a decision that awaits it; until then it is not in force.';
comment on column mart.timing.decision_note is 'Note on the decision.';
comment on column mart.timing.write_off_account is 'Account of a write-off within the limit: as decided or, for an open item, as proposed.';
comment on column mart.timing.is_stale_decision is 'Whether the figures have changed since the decision, which is then no longer valid.';
