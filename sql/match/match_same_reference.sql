-- Pass: the reference is equal and occurs once on each side, and the amounts agree within the tolerance: `absolute`
-- units of the currency plus `percent` of the left amount, or, with `fee_explains`, exactly the fee of a record.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_reference(records, absolute := 0, percent := 0, fee_explains := false) as table (
  select
    reconciliation, company, [left_key] as left_keys, [right_key] as right_keys, is_suggested, runners_up,
    null::boolean as is_exhausted
  from recon.match_by_key(records, 'reference', false, null::text[])
  where recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains)
);
