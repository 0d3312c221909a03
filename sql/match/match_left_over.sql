-- The records that no pass has matched, with the columns that a pass reads.
-- grain: one record
-- key: reconciliation, company, side, record_key
-- reads: recon.match_record, recon.match_member
create or replace view recon.match_left_over as
select match_record.*
from recon.match_record as match_record
anti join recon.match_member as match_member
  on match_member.reconciliation = match_record.reconciliation and match_member.company = match_record.company
  and match_member.side = match_record.side and match_member.record_key = match_record.record_key;
