-- statement: match_identity_make
-- What identifies a record by its content, so that a decision holds for a file that is exported again: equal lines are counted.
-- grain: one record
-- key: side, record_key
-- reads: recon.match_record
create or replace table recon.match_identity as
select
  side,
  record_key,
  substr(md5(concat_ws(
    '|', side, currency, amount, occurred_on, coalesce(reference, ''), coalesce(counterparty, ''), coalesce(description, ''),
    row_number() over (
      partition by side, currency, amount, occurred_on, reference, counterparty, description order by record_key
    )
  )), 1, 16) as record_id
from recon.match_record;

-- statement: match_decided_make
-- The decisions of people, with the records that they name.
-- grain: one decision
-- key: decision_no
-- is_complete: every record of the decision is in the files, and all are of one currency
-- reads: recon.match_identity, recon.match_record
create or replace table recon.match_decided as
with
decision as (
  from (select unnest(from_json($decisions, '[{"decision_no":"integer","is_match":"boolean","records":["text"],"decided_by":"text","note":"text"}]'), recursive := true))
),
named as (
  select decision_no, is_match, decided_by, note, unnest(records) as record_id from decision
),
found as (
  select
    named.decision_no,
    any_value(named.is_match) as is_match,
    any_value(named.decided_by) as decided_by,
    nullif(any_value(named.note), '') as note,
    list_sort(coalesce(list(identity.record_key) filter (identity.side = 'left'), [])) as left_keys,
    list_sort(coalesce(list(identity.record_key) filter (identity.side = 'right'), [])) as right_keys,
    -- records of several currencies are no match
    count(*) = count(identity.record_key) and count(distinct record.currency) = 1 as is_complete
  from named
  left join recon.match_identity as identity on identity.record_id = named.record_id
  left join recon.match_record as record on record.side = identity.side and record.record_key = identity.record_key
  group by named.decision_no
)
select decision_no, is_match, decided_by, note, left_keys, right_keys, is_complete from found;

-- statement: match_decided_take
-- Sets the records of decided matches aside, so that no pass uses them.
-- grain: one record of a decided match
-- key: side, record_key
-- reads: recon.match_record, recon.match_decided
create or replace table recon.match_set_aside as
with
taken as (
  select 'left' as side, unnest(left_keys) as record_key from recon.match_decided where is_match and is_complete
  union all
  select 'right', unnest(right_keys) from recon.match_decided where is_match and is_complete
)
select record.*
from recon.match_record as record
semi join taken on taken.side = record.side and taken.record_key = record.record_key;

-- statement: match_decided_remove
-- Removes the records that are set aside from those that the passes match.
delete from recon.match_record
where (side, record_key) in (select (side, record_key) from recon.match_set_aside);

-- statement: match_decided_return
-- Returns the records of decided matches after the passes.
insert into recon.match_record
select * from recon.match_set_aside;

-- statement: match_decided_made
-- The matches by decision are the last pass.
insert into recon.match_made
select coalesce(max(made_no), 0) + 1, 'match', coalesce(max(pass_no), 0) + 1, 'by_hand', false, null
from recon.match_made;

-- statement: match_decided_insert
-- Keeps the decided matches.
insert into recon.match_found (made_no, left_keys, right_keys)
select (select max(made_no) from recon.match_made), left_keys, right_keys
from recon.match_decided
where is_match and is_complete;

-- statement: match_refused_delete
-- Removes the matches that people have refused: their records are unmatched.
delete from recon.match_found
using recon.match_decided as decided
where not decided.is_match and decided.is_complete
  and list_sort(match_found.left_keys) = decided.left_keys and list_sort(match_found.right_keys) = decided.right_keys;
