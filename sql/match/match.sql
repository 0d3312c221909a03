-- statement: match
-- Every match, with an id that depends only on the matched records.
-- grain: one match
-- key: match_id
-- reads: recon.match_found, recon.match_made
create or replace view recon.match as
select
  match_made.reconciliation,
  md5(concat_ws(
    '|', match_made.reconciliation, core.this_company(), array_to_string(match_found.left_keys, '+'),
    array_to_string(match_found.right_keys, '+')
  )) as match_id,
  match_made.pass_no,
  match_made.pass,
  match_made.is_suggested,
  match_found.is_exhausted,
  match_found.doubts,
  length(match_found.left_keys) as left_count,
  length(match_found.right_keys) as right_count,
  match_found.left_keys,
  match_found.right_keys,
  match_found.runners_up
from recon.match_found as match_found
inner join recon.match_made as match_made on match_made.made_no = match_found.made_no;

-- statement: match_member
-- The records of every match.
-- grain: one record of one match
-- key: reconciliation, side, record_key
-- reads: recon.match
-- A record is in at most one match.
create or replace view recon.match_member as
select reconciliation, match_id, pass_no, pass, is_suggested, 'left' as side, unnest(left_keys) as record_key
from recon.match
union all
select reconciliation, match_id, pass_no, pass, is_suggested, 'right' as side, unnest(right_keys) as record_key
from recon.match;
