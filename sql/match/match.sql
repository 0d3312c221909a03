-- Every match, with a name that stays the same as long as the same records are matched.
-- grain: one match; key: match_id
-- reads: recon.match_found
create or replace view recon.match as
select
  reconciliation,
  company,
  md5(concat_ws('|', reconciliation, company, array_to_string(left_keys, '+'), array_to_string(right_keys, '+'))) as match_id,
  pass_no,
  pass,
  is_suggested,
  is_exhausted,
  length(left_keys) as left_count,
  length(right_keys) as right_count,
  left_keys,
  right_keys,
  runners_up
from recon.match_found;
