-- The records of every match.
-- grain: one record of one match
-- key: reconciliation, company, side, record_key
-- reads: recon.match
-- A record is in at most one match.
create or replace view recon.match_member as
select reconciliation, company, match_id, pass_no, pass, is_suggested, 'left' as side, unnest(left_keys) as record_key
from recon.match
union all
select reconciliation, company, match_id, pass_no, pass, is_suggested, 'right' as side, unnest(right_keys) as record_key
from recon.match;
