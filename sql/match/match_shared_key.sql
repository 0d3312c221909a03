-- Pass: groups that share a key on both sides (one deposit and its lines: 1:N, N:1 or N:M) and whose sums agree within
-- the tolerance; with `fee_explains`, the sum of the fees of either side may explain the difference exactly.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_shared_key(records, absolute := 0, percent := 0, fee_explains := false) as table (
  with
  grouped as (
    select
      reconciliation,
      company,
      list(record_key order by record_key) filter (side = 'left') as left_keys,
      list(record_key order by record_key) filter (side = 'right') as right_keys,
      sum(amount) filter (side = 'left') as left_amount,
      sum(amount) filter (side = 'right') as right_amount,
      sum(fee) filter (side = 'left') as left_fee,
      sum(fee) filter (side = 'right') as right_fee
    from query_table(records)
    where group_key is not null
    group by reconciliation, company, currency, group_key
  )
  select
    reconciliation, company, left_keys, right_keys, false as is_suggested, null::text[] as runners_up,
    null::boolean as is_exhausted
  from grouped
  where left_keys is not null
    and right_keys is not null
    and recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains)
);
