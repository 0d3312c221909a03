-- statement: decision_evidence
-- What the decisions have in common, as limits for the settings of passes.
-- confirmed_days: the most days from left to right in a confirmed match; stop_words: words that both sides of refused matches have and
-- no confirmed match has; difference, share: the largest difference of confirmed matches with equal references, in money and per cent
-- grain: a single row
-- reads: recon.match_decided, recon.match_record
with
decided as (
  select * from recon.match_decided where is_complete and length(left_keys) > 0 and length(right_keys) > 0
),
member as (
  select decision_no, is_match, 'left' as side, unnest(left_keys) as record_key from decided
  union all
  select decision_no, is_match, 'right', unnest(right_keys) from decided
),
compared as (
  select
    member.decision_no,
    any_value(member.is_match) as is_match,
    max(record.occurred_on) filter (record.side = 'right') - min(record.occurred_on) filter (record.side = 'left') as days_later,
    sum(case record.side when 'right' then record.amount else -record.amount end) as difference,
    sum(abs(record.amount)) filter (record.side = 'left') as left_amount,
    count(distinct recon.match_normal_reference(record.reference, null::text[])) = 1 and count(record.reference) = count(*) as is_reference_same,
    flatten(list(recon.match_words(concat_ws(' ', record.counterparty, record.description))) filter (record.side = 'left')) as left_words,
    flatten(list(recon.match_words(concat_ws(' ', record.counterparty, record.description))) filter (record.side = 'right')) as right_words
  from member
  inner join recon.match_record as record on record.side = member.side and record.record_key = member.record_key
  group by member.decision_no
),
shared as (
  select is_match, unnest(list_intersect(left_words, right_words)) as word from compared
)
select
  max(days_later) filter (is_match) as confirmed_days,
  max(abs(difference)) filter (is_match and is_reference_same)::decimal(18, 4)::text as difference,
  ceil(max(abs(difference) * 100 * pow(nullif(left_amount, 0), -1)) filter (is_match and is_reference_same) * 100)::integer as hundredths_of_percent,
  (
    select list_sort(list(distinct word))
    from shared
    where not is_match and regexp_full_match(word, '\p{L}+') and word not in (select word from shared where is_match)
  ) as stop_words
from compared;

-- statement: sure_before_make
-- The sure matches of the passes as they are, for comparison.
-- grain: one sure match
-- key: left_keys, right_keys
-- reads: recon.match
create or replace table recon.match_sure_before as
select list_sort(left_keys) as left_keys, list_sort(right_keys) as right_keys
from recon.match
where not is_suggested;

-- statement: decision_agreement
-- How many decisions the passes would have made as people did, and how many other sure matches they make more or fewer than before. A
-- confirmed match has to be sure, and a refused match must not be.
-- grain: a single row
-- reads: recon.match, recon.match_decided, recon.match_sure_before
with
sure as (
  select list_sort(left_keys) as left_keys, list_sort(right_keys) as right_keys
  from recon.match
  where not is_suggested
),
decided as (
  select decided.is_match, sure.left_keys is not null as is_sure, decided.left_keys, decided.right_keys
  from recon.match_decided as decided
  left join sure on sure.left_keys = decided.left_keys and sure.right_keys = decided.right_keys
  where decided.is_complete
)
select
  (select count(*) from decided) as decided_count,
  (select count(*) from decided where is_match = is_sure) as agreed_count,
  (
    select count(*)
    from sure
    anti join recon.match_sure_before as before on before.left_keys = sure.left_keys and before.right_keys = sure.right_keys
    anti join decided on decided.left_keys = sure.left_keys and decided.right_keys = sure.right_keys
  ) as gained_count,
  (
    select count(*)
    from recon.match_sure_before as before
    anti join sure on sure.left_keys = before.left_keys and sure.right_keys = before.right_keys
    anti join decided on decided.left_keys = before.left_keys and decided.right_keys = before.right_keys
  ) as lost_count;
