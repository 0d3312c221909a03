-- statement: match_evidence
-- The evidence of each match: the totals of both sides, what differs and by how much, and which fields are equal on all of
-- its records.
-- grain: one match
-- key: match_id
-- reads: recon.match, recon.match_member, recon.match_record
create or replace view recon.match_evidence as
with
measured as (
  select
    member.reconciliation,
    member.match_id,
    any_value(record.currency) as currency,
    coalesce(sum(record.amount) filter (record.side = 'left'), 0)::decimal(38, 4) as left_amount,
    coalesce(sum(record.amount) filter (record.side = 'right'), 0)::decimal(38, 4) as right_amount,
    sum(record.fee) filter (record.side = 'left')::decimal(38, 4) as left_fee,
    sum(record.fee) filter (record.side = 'right')::decimal(38, 4) as right_fee,
    max(record.occurred_on) filter (record.side = 'left') as left_on,
    min(record.occurred_on) filter (record.side = 'right') as right_on,
    count(distinct record.identifier) = 1 and count(record.identifier) = count(*) as is_identifier_same,
    count(distinct record.reference) = 1 and count(record.reference) = count(*) as is_reference_same,
    count(distinct record.group_key) = 1 and count(record.group_key) = count(*) as is_group_key_same,
    count(distinct record.counterparty) = 1 and count(record.counterparty) = count(*) as is_counterparty_same,
    count(distinct record.description) = 1 and count(record.description) = count(*) as is_description_same
  from recon.match_member as member
  inner join recon.match_record as record
    on record.reconciliation = member.reconciliation and record.side = member.side
    and record.record_key = member.record_key
  group by member.reconciliation, member.match_id
),
compared as (
  select
    *,
    right_amount - left_amount as right_minus_left,
    list_filter([
      case when left_amount = right_amount then 'amount' end,
      case when left_on = right_on then 'day' end,
      case when is_identifier_same then 'identifier' end,
      case when is_reference_same then 'reference' end,
      case when is_group_key_same then 'group' end,
      case when is_counterparty_same then 'counterparty' end,
      case when is_description_same then 'description' end
    ], lambda field: field is not null) as same,
    right_on - left_on as days_later
  from measured
)
select
  reconciliation, match_id, currency, left_amount, right_amount, right_minus_left, left_fee, right_fee,
  left_on, right_on, days_later, same,
  right_minus_left <> 0 and right_minus_left in (-left_fee, right_fee, right_fee - left_fee) as is_difference_the_fee,
  json_object(
    'same', same, 'left_amount', left_amount::text, 'right_amount', right_amount::text,
    'right_minus_left', right_minus_left::text, 'days_later', days_later
  )::text as evidence
from compared;

-- statement: match_of
-- The matches of a reconciliation with their evidence, and the first record of each side.
-- grain: one match
-- key: match_id
-- reads: recon.match, recon.match_evidence
create or replace macro recon.match_of(the_reconciliation) as table (
  select match.*, match.left_keys[1] as left_key, match.right_keys[1] as right_key, evidence.* exclude (reconciliation, match_id)
  from recon.match as match
  inner join recon.match_evidence as evidence on evidence.match_id = match.match_id and evidence.reconciliation = match.reconciliation
  where match.reconciliation = the_reconciliation
);

-- statement: match_is_within
-- Whether two amounts agree within the tolerance: an absolute part plus a percentage of the left amount, or, where fees
-- may explain the difference, exactly the fee of either side. Without an absolute part (null), any two amounts agree.
create or replace macro recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains) as (
  abs(right_amount - left_amount) <= coalesce(absolute + abs(left_amount) * percent * 0.01, abs(right_amount - left_amount))
  or (
    fee_explains
    and (
      right_amount = left_amount - coalesce(left_fee, 0)
      or right_amount - coalesce(right_fee, 0) = left_amount
      or right_amount - coalesce(right_fee, 0) = left_amount - coalesce(left_fee, 0)
    )
  )
);

-- statement: match_amount_bucket
-- The bucket of an amount, such that amounts which agree within `absolute` plus `percent` of one of them are in the same
-- or in neighbouring buckets: whole units of the absolute tolerance, or steps of a logarithm where there is a percentage.
create or replace macro recon.match_amount_bucket(amount, absolute, percent) as (
  case
    when percent > 0 then floor(
      ln(abs(amount) + absolute * 100 * pow(percent, -1)) * pow(ln(1 - percent * 0.01), -1) * -0.999
    )::bigint
    when absolute > 0 then (abs(amount)::decimal(38, 4) * 10000)::bigint // (absolute * 10000)::bigint
    else (abs(amount)::decimal(38, 4) * 10000)::bigint
  end
);
