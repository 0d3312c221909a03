-- Every match, with an id that depends only on the matched records.
-- grain: one match
-- key: match_id
-- reads: recon.match_found, recon.match_made
create or replace view recon.match as
select
  match_made.reconciliation,
  match_found.company,
  md5(concat_ws(
    '|', match_made.reconciliation, match_found.company, array_to_string(match_found.left_keys, '+'),
    array_to_string(match_found.right_keys, '+')
  )) as match_id,
  match_made.pass_no,
  match_made.pass,
  match_made.is_suggested,
  match_found.is_exhausted,
  length(match_found.left_keys) as left_count,
  length(match_found.right_keys) as right_count,
  match_found.left_keys,
  match_found.right_keys,
  match_found.runners_up
from recon.match_found as match_found
inner join recon.match_made as match_made on match_made.made_no = match_found.made_no;
