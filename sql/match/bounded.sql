-- statement: bound_text
-- The sentence about a bound, for people.
create or replace macro recon.bound_text(bound, pass) as
  case bound
    when 'open_records' then format('More than 400,000 records of its currency are unmatched, which is too many for {}.', pass)
    when 'large_amount' then format('Its amount is too large for {}.', pass)
    when 'nearest' then 'It was compared only with the nearest of the many records that have its amount, number or name.'
    when 'group' then 'Too many records fit each other for all assignments to be compared.'
    when 'sums_of_name' then 'Too many records have its name for their sums to be searched.'
    when 'sums_of_number' then 'Too many records have its number for their sum to be considered.'
    when 'sums_of_days' then 'Too many records are of its days for all their sums to be searched.'
    when 'steps' then 'The search for its sums was cut short.'
    when 'equal_amounts' then format('More records have its amount at this time than {} compares (most).', pass)
  end;

-- statement: doubt_text
-- What keeps a suggested pair from being sure, for people; null without a doubt.
create or replace macro recon.doubt_text(doubts) as
  nullif(array_to_string(list_transform(doubts, lambda doubt: case doubt
    when 'names_another' then 'the right record names somebody else'
    when 'number_of_another' then 'the right record has the reference of another record'
    when 'unknown_number' then 'the right record has an unknown number in the form of the left references'
    when 'similar_number' then 'the number of the right record differs from the reference by a digit'
    when 'near_amount' then 'the amounts are only near'
    when 'digits' then 'digits of the amounts are exchanged, missing or doubled'
    when 'opposite_sign' then 'the amounts have opposite signs'
    when 'other_amount' then 'the amounts differ'
    when 'little_evidence' then 'what they have in common may be chance'
  end), ', '), '');

-- statement: match_bounded
-- The unmatched records for which a pass did not look at everything that they may belong to.
-- grain: one record, one pass and one bound
-- key: reconciliation, side, record_key, pass_no, bound
-- reads: recon.match_made, recon.match_record, recon.match_member
create or replace view recon.match_bounded as
with
bounded as (
  select reconciliation, pass_no, pass, unnest(bounds, recursive := true)
  from recon.match_made
  where bounds is not null
),
listed as (
  select reconciliation, 'left' as side, unnest(left_keys) as record_key, pass_no, pass, bound from bounded
  union all
  select reconciliation, 'right', unnest(right_keys), pass_no, pass, bound from bounded
  union all
  select record.reconciliation, record.side, record.record_key, bounded.pass_no, bounded.pass, bounded.bound
  from bounded
  inner join recon.match_record as record
    on record.reconciliation = bounded.reconciliation and record.currency = bounded.currency
  where bounded.left_keys is null
)
select listed.*
from listed
anti join recon.match_member as match_member
  on match_member.reconciliation = listed.reconciliation
  and match_member.side = listed.side and match_member.record_key = listed.record_key;

-- statement: bounded_in_time_order
-- The records that match_in_time_order leaves out because their group of equal amounts is too large. The settings are those of the pass.
-- grain: one record
-- key: side, record_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.bounded_in_time_order(
  records, days_before := 0, days_after := 0, order_kept := false, most := 100
) as table (
  select side, record_key
  from recon.time_island(records, greatest(days_before, days_after))
  where lefts > 0 and rights > 0 and greatest(lefts, rights) > most
);

-- statement: bounded_similar_description
-- The records that match_similar_description leaves out because too many pairs have their amount and time. The settings are those of the pass.
-- grain: one record
-- key: side, record_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.bounded_similar_description(
  records, days_before := 0, days_after := 0, absolute := 0, percent := 0, least_similarity := 0.8, margin := 0.15, most := 10000
) as table (
  select distinct side, record_key
  from recon.amount_cell(records, days_before, days_after, absolute, percent)
  where lefts * rights > most
);
