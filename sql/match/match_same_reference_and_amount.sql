-- Pass: reference and amount are equal, and occur together once on each side.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_reference_and_amount(records) as table (
  select
    reconciliation, company, [left_key] as left_keys, [right_key] as right_keys, is_suggested, runners_up,
    null::boolean as is_exhausted
  from recon.match_by_key(records, 'reference', true, null::text[])
);
