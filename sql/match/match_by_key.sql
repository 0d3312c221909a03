-- statement: match_by_key
-- Pairs the records that share a key. A key that occurs once on each side gives a pair. The records of a key that occurs
-- more often are paired in order of amount, time and name, as suggestions with their runners-up.
-- grain: one pair
-- key: left_key, right_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
-- kind: identifier, reference or normal_reference; with_amount: the amount belongs to the key.
create or replace macro recon.match_by_key(records, kind, with_amount, prefixes) as table (
  with
  keyed as not materialized (
    select
      reconciliation, company, currency, side, record_key, amount, fee, occurred_at,
      case kind
        when 'identifier' then identifier
        when 'reference' then reference
        when 'normal_reference' then recon.match_normal_reference(reference, prefixes)
      end as key,
      case when with_amount then amount end as key_amount
    from query_table(records)
    where key is not null
  ),
  -- counted and joined by one hash, because texts are slow to group by; the texts behind it are compared all the same
  hashed as not materialized (
    select *, hash(reconciliation, company, currency, key, key_amount) as bucket
    from keyed
  ),
  busy as (
    select bucket
    from hashed
    group by bucket
    having count(*) > 2 or (count(*) = 2 and count(*) filter (side = 'left') <> 1)
  ),
  crowd as (
    select
      reconciliation, company, currency, key, key_amount, bucket,
      list('left:' || record_key order by amount, occurred_at, record_key) filter (side = 'left') [:5] as left_crowd,
      list('right:' || record_key order by amount, occurred_at, record_key) filter (side = 'right') [:5] as right_crowd
    from hashed
    semi join busy on busy.bucket = hashed.bucket
    group by reconciliation, company, currency, key, key_amount, bucket
    having count(*) > 2 and count(*) filter (side = 'left') > 0 and count(*) filter (side = 'right') > 0
  ),
  -- without the crowds, so that thousands of one key are not joined with each other
  alone as (
    select *
    from hashed
    anti join crowd
      on crowd.bucket = hashed.bucket and crowd.reconciliation = hashed.reconciliation and crowd.company = hashed.company
      and crowd.currency = hashed.currency and crowd.key = hashed.key
      and crowd.key_amount is not distinct from hashed.key_amount
    where hashed.side = 'left'
  ),
  once_each as (
    select
      l.reconciliation, l.company, l.record_key as left_key, r.record_key as right_key,
      l.amount as left_amount, r.amount as right_amount, l.fee as left_fee, r.fee as right_fee
    from alone as l
    inner join hashed as r
      on r.bucket = l.bucket and r.reconciliation = l.reconciliation and r.company = l.company and r.currency = l.currency
      and r.key = l.key and r.key_amount is not distinct from l.key_amount
    where r.side = 'right'
  ),
  placed as (
    select
      keyed.*, crowd.left_crowd, crowd.right_crowd,
      row_number() over (
        partition by keyed.reconciliation, keyed.company, keyed.currency, keyed.key, keyed.key_amount, keyed.side
        order by keyed.amount, keyed.occurred_at, keyed.record_key
      ) as place
    from keyed
    inner join crowd
      on crowd.reconciliation = keyed.reconciliation and crowd.company = keyed.company and crowd.currency = keyed.currency
      and crowd.key = keyed.key and crowd.key_amount is not distinct from keyed.key_amount
  ),
  side_by_side as (
    select
      l.reconciliation, l.company,
      l.record_key as left_key, r.record_key as right_key, l.amount as left_amount, r.amount as right_amount,
      l.fee as left_fee, r.fee as right_fee,
      list_filter(
        list_concat(l.left_crowd, l.right_crowd),
        lambda other: other <> 'left:' || l.record_key and other <> 'right:' || r.record_key
      ) as runners_up
    from placed as l
    inner join placed as r
      on r.reconciliation = l.reconciliation and r.company = l.company and r.currency = l.currency and r.key = l.key
      and r.key_amount is not distinct from l.key_amount and r.place = l.place
    where l.side = 'left' and r.side = 'right'
  )
  select *, false as is_suggested, null::text[] as runners_up from once_each
  union all
  select * exclude (runners_up), true as is_suggested, runners_up from side_by_side
);

-- statement: match_same_identifier
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

-- statement: match_same_reference
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

-- statement: match_same_reference_and_amount
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

-- statement: match_shared_key
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

-- statement: match_normalised_reference
-- Pass: the reference is equal without case, blanks, punctuation, the given prefixes and leading zeros, it occurs once on
-- each side, and the amounts agree within the tolerance (as in match_same_reference).
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_normalised_reference(
  records, prefixes := null::text[], absolute := 0, percent := 0, fee_explains := false
) as table (
  select
    reconciliation, company, [left_key] as left_keys, [right_key] as right_keys, is_suggested, runners_up,
    null::boolean as is_exhausted
  from recon.match_by_key(records, 'normal_reference', false, prefixes)
  where recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains)
);
