-- Pass: the identifier is equal and occurs once on each side. Amounts are not compared: the reconciliation reports a
-- difference.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_identifier(records) as table (
  select
    reconciliation, company, [left_key] as left_keys, [right_key] as right_keys, is_suggested, runners_up,
    null::boolean as is_exhausted
  from recon.match_by_key(records, 'identifier', false, null::text[])
);
