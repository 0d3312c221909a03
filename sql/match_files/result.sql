-- statement: match_result_make
-- Each match with its records in words. Amounts of the right side have the sign of the left side.
-- grain: one match
-- key: match_id
-- records: the records by their content, for decisions
-- reads: recon.match, recon.match_evidence, recon.match_member, recon.match_record, recon.match_identity, recon.match_decided, recon.match_original
create or replace table recon.match_result as
with
-- the id of a match, and what its records have in common, are computed once
found as materialized (
  select * from recon.match
),
compared as materialized (
  select * from recon.match_evidence
),
record as (
  select
    record.side,
    record.record_key,
    record.occurred_on,
    record.reference,
    nullif(concat_ws(' ', record.counterparty, record.description), '') as words,
    identity.record_id
  from recon.match_record as record
  inner join recon.match_identity as identity on identity.side = record.side and identity.record_key = record.record_key
),
-- most matches are pairs, whose records need no aggregation
pair as (
  select
    found.match_id,
    l.record_key as left_lines,
    r.record_key as right_lines,
    concat_ws(' ', least(l.record_id, r.record_id), greatest(l.record_id, r.record_id)) as records,
    l.reference as left_reference,
    r.reference as right_reference,
    l.words as left_text,
    r.words as right_text,
    1 as left_count,
    1 as right_count
  from found
  inner join record as l on l.side = 'left' and l.record_key = found.left_keys[1]
  inner join record as r on r.side = 'right' and r.record_key = found.right_keys[1]
  where found.left_count = 1 and found.right_count = 1
),
listed as (
  select match_id, 'left' as side, unnest(left_keys) as record_key from found where left_count <> 1 or right_count <> 1
  union all
  select match_id, 'right', unnest(right_keys) from found where left_count <> 1 or right_count <> 1
),
several as (
  select
    listed.match_id,
    string_agg(record.record_key, ', ' order by record.occurred_on, record.record_key) filter (listed.side = 'left') as left_lines,
    string_agg(record.record_key, ', ' order by record.occurred_on, record.record_key) filter (listed.side = 'right') as right_lines,
    string_agg(record.record_id, ' ' order by record.record_id) as records,
    string_agg(distinct record.reference, ', ' order by record.reference) filter (listed.side = 'left') as left_reference,
    string_agg(distinct record.reference, ', ' order by record.reference) filter (listed.side = 'right') as right_reference,
    string_agg(distinct record.words, '; ' order by record.words) filter (listed.side = 'left') as left_text,
    string_agg(distinct record.words, '; ' order by record.words) filter (listed.side = 'right') as right_text,
    count(*) filter (listed.side = 'left') as left_count,
    count(*) filter (listed.side = 'right') as right_count
  from listed
  inner join record on record.side = listed.side and record.record_key = listed.record_key
  group by listed.match_id
),
member as (
  from pair
  union all by name
  from several
),
-- what many matches have in common, such as a tax that payers withhold, is no coincidence
difference as (
  select
    match_id,
    core.part_of(100, abs(right_minus_left), abs(left_amount), 1)::decimal(18, 1) as percent,
    if(abs(right_amount) < abs(left_amount), 'less', 'more') as direction,
    count(*) over (partition by currency, percent, direction) as matches
  from compared
  where abs(right_minus_left) between abs(left_amount) * 0.0005 and abs(left_amount) and right_minus_left <> 0
    and not coalesce(is_difference_the_fee, false)
),
original as (
  select
    found.match_id,
    string_agg(original.sentence, ' ' order by original.side) as sentence
  from found
  inner join recon.match_original as original
    on original.record_key = case original.side when 'left' then found.left_keys[1] else found.right_keys[1] end
  where found.left_count = 1 and found.right_count = 1
  group by found.match_id
)
select
  match.match_id,
  substr(match.match_id, 1, 10) as match_no,
  case
    when match.is_suggested then 'suggested'
    when evidence.right_minus_left <> 0 then 'amount_differs'
    else 'matched'
  end as outcome,
  match.pass,
  evidence.currency,
  member.left_count::bigint as left_count,
  member.right_count::bigint as right_count,
  member.left_lines,
  member.right_lines,
  coalesce(evidence.left_on, evidence.right_on) as matched_on,
  evidence.left_on,
  evidence.right_on,
  evidence.days_later,
  evidence.left_amount,
  evidence.right_amount,
  evidence.right_minus_left,
  member.left_reference,
  member.right_reference,
  left(member.left_text, 500) as left_text,
  left(member.right_text, 500) as right_text,
  nullif(array_to_string(evidence.same, ', '), '') as same,
  member.records,
  null::text as decision,
  null::text as note,
  nullif(array_to_string(list_transform(match.runners_up, lambda runner: regexp_replace(runner, '^(left|right):', '')), '; '), '') as runners_up,
  concat_ws(
    '',
    case match.pass
      when 'by_hand' then 'Decided by ' || decided.decided_by || coalesce(': ' || decided.note, '') || '.'
      when 'same_identifier' then 'The identifier occurs once on each side.'
      when 'same_reference_and_amount' then 'Reference and amount occur together once on each side.'
      when 'same_reference' then 'The reference occurs once on each side.'
      when 'normalised_reference' then 'The reference occurs once on each side, without case, blanks, punctuation and leading zeros.'
      when 'offsetting' then 'The later record cancels the earlier one of the same side.'
      when 'weighed_evidence' then 'Amount, day, names and numbers together, by how rare each is.'
      when 'converted_reference' then 'The reference occurs once on each side, and the converted amounts are near.'
      when 'converted_description' then 'Names or texts are similar, days and converted amounts near, and no other record is as similar.'
      when 'similar_description' then 'Names or texts are similar, amounts and days near, and no other record is as similar.'
      when 'amount_in_window' then 'Each record is the only one with this amount for the other within the days.'
      when 'in_time_order' then 'Equal amounts in the order of their times.'
      when 'shared_key' then 'The records share a key, and their sums agree.'
      when 'sum_by_name' then 'A sum that a number, a day or a name holds together.'
      when 'sum_in_window' then case when match.is_suggested then 'A set of records with this sum.' else 'The only set of records with this sum.' end
      else 'Pass ' || match.pass || '.'
    end,
    case when match.is_suggested and coalesce(length(match.runners_up), 0) = 0 then
      ' It is likely, and not certain' || coalesce(': ' || recon.doubt_text(match.doubts), '') || '.' end,
    case when match.is_suggested and length(match.runners_up) > 0 then ' Other records fit as well or nearly as well' || coalesce('; ' || recon.doubt_text(match.doubts), '') || '.' end,
    case when not match.is_exhausted then ' The search was not exhaustive.' end,
    case
      when match.pass = 'by_hand' then null
      when evidence.is_difference_the_fee then ' The difference is the stated fee.'
      when difference.match_id is not null then
        ' The right amount is ' || difference.percent || ' % ' || difference.direction
        || if(difference.matches >= 5 and original.sentence is null, format(', as in {} matches.', difference.matches), '.')
    end,
    ' ' || original.sentence
  ) as reason
from found as match
inner join compared as evidence on evidence.match_id = match.match_id
inner join member on member.match_id = match.match_id
left join difference on difference.match_id = match.match_id
left join original on original.match_id = match.match_id
left join recon.match_decided as decided
  on match.pass = 'by_hand' and decided.left_keys = match.left_keys and decided.right_keys = match.right_keys and decided.is_match;

-- statement: match_result_record_make
-- Each accepted line of both sides with its outcome and the reason for it.
-- grain: one record
-- key: side, record_key
-- source: the title of the side, for people
-- reads: recon.match_record, recon.match_member, recon.match_result, recon.match_rival, recon.match_bounded, recon.match_identity,
-- recon.match_decided, recon.match_original
create or replace table recon.match_result_record as
with
refused as (
  select side, record_key, any_value(decided_by) as decided_by, any_value(note) as note
  from (
    select 'left' as side, unnest(left_keys) as record_key, decided_by, note from recon.match_decided where not is_match and is_complete
    union all
    select 'right', unnest(right_keys), decided_by, note from recon.match_decided where not is_match and is_complete
  )
  group by side, record_key
),
bounded as (
  select side, record_key, string_agg(distinct recon.bound_text(bound, pass), ' ') as sentences
  from recon.match_bounded
  group by side, record_key
),
-- of the records without a match, those with a reference that occurs once on each side
unmatched as (
  select record.*, recon.match_normal_reference(record.reference, null::text[]) as plain_reference
  from recon.match_record as record
  anti join recon.match_member as member on member.side = record.side and member.record_key = record.record_key
),
named_alike as (
  select
    currency,
    plain_reference,
    any_value(record_key) filter (side = 'left') as left_key,
    any_value(record_key) filter (side = 'right') as right_key,
    count(distinct amount) = 1 as is_amount_equal
  from unmatched
  where plain_reference is not null
  group by currency, plain_reference
  having count(*) filter (side = 'left') = 1 and count(*) filter (side = 'right') = 1
),
alike as (
  select 'left' as side, left_key as record_key, right_key as other_key, is_amount_equal from named_alike
  union all
  select 'right', right_key, left_key, is_amount_equal from named_alike
)
select
  record.side,
  case when record.side = 'left' then $left_title else $right_title end as source,
  record.record_key,
  record.occurred_on,
  record.currency,
  record.amount::decimal(38, 4) as amount,
  record.fee::decimal(38, 4) as fee,
  original.from_currency as original_currency,
  original.amount::decimal(38, 4) as original_amount,
  record.reference,
  record.counterparty,
  record.description,
  case when result.match_id is not null then result.outcome when record.side = 'left' then 'missing_right' else 'missing_left' end as outcome,
  result.pass,
  result.match_no,
  case
    when record.side = 'left' and result.right_count > 0 then result.right_lines
    when record.side = 'right' and result.left_count > 0 then result.left_lines
    when record.side = 'left' then result.left_lines
    else result.right_lines
  end as matched_with,
  result.right_minus_left,
  result.same,
  case
    when result.match_id is not null then result.reason
    when record.amount = 0 then 'The amount is zero, so no amount can show with which record it belongs together.'
    when rival.could_be is not null
      then 'It may belong to ' || array_to_string(list_transform(rival.could_be, lambda other: regexp_replace(other, '^(left|right):', '')), ', ')
        || ', for which another record is suggested.'
    when refused.record_key is not null
      then 'The match that was found is refused by ' || refused.decided_by || coalesce(': ' || refused.note, '') || '.'
    when alike.record_key is not null and alike.is_amount_equal then alike.other_key || ' has the same reference and amount, too many days apart.'
    when alike.record_key is not null then alike.other_key || ' has the same reference, and another amount.'
    when bounded.sentences is not null then 'No record that fits was found. ' || bounded.sentences
    else 'No record of the other side fits.'
  end || case when result.match_id is null or result.left_count <> 1 or result.right_count <> 1 then coalesce(' ' || original.sentence, '') else '' end
    as reason,
  identity.record_id as records,
  null::text as decision,
  null::text as note
from recon.match_record as record
left join recon.match_member as member on member.side = record.side and member.record_key = record.record_key
left join recon.match_result as result on result.match_id = member.match_id
left join recon.match_rival as rival on rival.side = record.side and rival.record_key = record.record_key
left join refused on refused.side = record.side and refused.record_key = record.record_key
left join bounded on bounded.side = record.side and bounded.record_key = record.record_key
left join alike on alike.side = record.side and alike.record_key = record.record_key
left join recon.match_original as original on original.side = record.side and original.record_key = record.record_key
inner join recon.match_identity as identity on identity.side = record.side and identity.record_key = record.record_key;

-- statement: match_total
-- The statement of both sides: from the total of the left side to that of the right side, and the number of records of each outcome.
-- grain: one currency
-- key: currency
-- reads: recon.match_result_record, recon.match_result
with
record as (
  select
    currency,
    count(*) filter (side = 'left') as left_count,
    count(*) filter (side = 'right') as right_count,
    coalesce(sum(amount) filter (side = 'left'), 0) as left_amount,
    coalesce(sum(amount) filter (side = 'right'), 0) as right_amount,
    count(*) filter (outcome = 'missing_right') as left_only_count,
    count(*) filter (outcome = 'missing_left') as right_only_count,
    coalesce(sum(amount) filter (outcome = 'missing_right'), 0) as left_only_amount,
    coalesce(sum(amount) filter (outcome = 'missing_left'), 0) as right_only_amount,
    count(*) filter (outcome = 'matched') as matched_count,
    count(*) filter (outcome = 'amount_differs') as differing_count,
    count(*) filter (outcome = 'suggested') as suggested_count
  from recon.match_result_record
  group by currency
),
difference as (
  select
    currency,
    coalesce(sum(right_amount - left_amount) filter (outcome = 'amount_differs'), 0) as differing_amount,
    coalesce(sum(right_amount - left_amount) filter (outcome = 'suggested'), 0) as suggested_amount
  from recon.match_result
  group by currency
)
select
  record.*,
  coalesce(difference.differing_amount, 0)::decimal(38, 4) as differing_amount,
  coalesce(difference.suggested_amount, 0)::decimal(38, 4) as suggested_amount
from record
left join difference on difference.currency = record.currency
order by record.currency;

-- statement: match_by_pass
-- grain: one pass
-- key: pass_no
-- reads: recon.match_made, recon.match_found
select
  made.pass_no,
  made.pass,
  count(*) filter (not made.is_suggested and found.made_no is not null) as sure_count,
  count(*) filter (made.is_suggested and found.made_no is not null) as suggested_count
from recon.match_made as made
left join recon.match_found as found on found.made_no = made.made_no
group by made.pass_no, made.pass
order by made.pass_no;
