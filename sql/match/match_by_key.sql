-- statement: match_by_key
-- Pairs the records that share a key. A key that occurs once on each side gives a pair. The records of a key that occurs
-- more often are paired in order of amount, time and name, as suggestions with their runners-up.
-- With a window, only records within it are pairs: the right record at most `days_after` days after and `days_before` days
-- before the left one. Where a key occurs more often, two records that are each the only one of the other in the window are a
-- pair, so that a reference which is used every month is matched within its month.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
-- kind: identifier, reference or normal_reference; with_amount: the amount belongs to the key; days_before, days_after: null
-- without a window; absolute, percent, fee_explains: as in match_same_reference
create or replace macro recon.match_by_key(
  records, kind, absolute, percent, fee_explains, with_amount := false, prefixes := null::text[], days_before := null::integer,
  days_after := null::integer
) as table (
  with
  keyed as not materialized (
    select
      reconciliation, currency, side, record_key, amount, fee, occurred_at, occurred_on,
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
    select *, hash(reconciliation, currency, key, key_amount) as bucket
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
      reconciliation, currency, key, key_amount, bucket,
      list('left:' || record_key order by amount, occurred_at, record_key) filter (side = 'left') [:5] as left_crowd,
      list('right:' || record_key order by amount, occurred_at, record_key) filter (side = 'right') [:5] as right_crowd
    from hashed
    semi join busy on busy.bucket = hashed.bucket
    group by reconciliation, currency, key, key_amount, bucket
    having count(*) > 2 and count(*) filter (side = 'left') > 0 and count(*) filter (side = 'right') > 0
  ),
  -- without the crowds, so that thousands of one key are not joined with each other
  alone as (
    select *
    from hashed
    anti join crowd
      on crowd.bucket = hashed.bucket and crowd.reconciliation = hashed.reconciliation
      and crowd.currency = hashed.currency and crowd.key = hashed.key
      and crowd.key_amount is not distinct from hashed.key_amount
    where hashed.side = 'left'
  ),
  once_each as (
    select
      l.reconciliation, l.record_key as left_key, r.record_key as right_key,
      l.amount as left_amount, r.amount as right_amount, l.fee as left_fee, r.fee as right_fee
    from alone as l
    inner join hashed as r
      on r.bucket = l.bucket and r.reconciliation = l.reconciliation and r.currency = l.currency
      and r.key = l.key and r.key_amount is not distinct from l.key_amount
    where r.side = 'right' and recon.match_is_in_window(l.occurred_on, r.occurred_on, days_before, days_after)
  ),
  placed as (
    select
      keyed.*, crowd.left_crowd, crowd.right_crowd, keyed.occurred_on - date '2000-01-01' as day,
      row_number() over (
        partition by keyed.reconciliation, keyed.currency, keyed.key, keyed.key_amount, keyed.side
        order by keyed.amount, keyed.occurred_at, keyed.record_key
      ) as place
    from keyed
    inner join crowd
      on crowd.reconciliation = keyed.reconciliation and crowd.currency = keyed.currency
      and crowd.key = keyed.key and crowd.key_amount is not distinct from keyed.key_amount
  ),
  -- without a window, no record of a crowd is the only one of another
  seen as (
    select
      *,
      count(*) filter (side = 'right') over later as rights,
      min(record_key) filter (side = 'right') over later as right_key,
      count(*) filter (side = 'left') over earlier as lefts,
      min(record_key) filter (side = 'left') over earlier as left_key
    from placed
    where days_before is not null or days_after is not null
    window
      later as (
        partition by reconciliation, currency, key, key_amount
        order by day range between coalesce(days_before, 1000000) preceding and coalesce(days_after, 1000000) following
      ),
      earlier as (
        partition by reconciliation, currency, key, key_amount
        order by day range between coalesce(days_after, 1000000) preceding and coalesce(days_before, 1000000) following
      )
  ),
  only_in_window as (
    select
      l.reconciliation, l.record_key as left_key, r.record_key as right_key,
      l.amount as left_amount, r.amount as right_amount, l.fee as left_fee, r.fee as right_fee
    from seen as l
    inner join seen as r
      on r.reconciliation = l.reconciliation and r.record_key = l.right_key and r.left_key = l.record_key
    where l.side = 'left' and r.side = 'right' and l.rights = 1 and r.lefts = 1
  ),
  side_by_side as (
    select
      l.reconciliation,
      l.record_key as left_key, r.record_key as right_key, l.amount as left_amount, r.amount as right_amount,
      l.fee as left_fee, r.fee as right_fee,
      list_filter(
        list_concat(l.left_crowd, l.right_crowd),
        lambda other: other <> 'left:' || l.record_key and other <> 'right:' || r.record_key
      ) as runners_up
    from placed as l
    inner join placed as r
      on r.reconciliation = l.reconciliation and r.currency = l.currency and r.key = l.key
      and r.key_amount is not distinct from l.key_amount and r.place = l.place
    where l.side = 'left' and r.side = 'right'
      and recon.match_is_in_window(l.occurred_on, r.occurred_on, days_before, days_after)
  ),
  pair as (
    select *, false as is_suggested, null::text[] as runners_up from once_each
    union all
    select *, false, null::text[] from only_in_window
    union all
    select * exclude (runners_up), true, runners_up from side_by_side
  )
  select
    reconciliation, [left_key] as left_keys, [right_key] as right_keys, is_suggested, runners_up,
    null::boolean as is_exhausted
  from pair
  where recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains)
);

-- statement: match_is_in_window
-- Whether a right record is at most `days_after` days after and `days_before` days before a left one; null: at any time.
create or replace macro recon.match_is_in_window(left_on, right_on, days_before, days_after) as (
  (days_before is null or right_on - left_on >= -days_before) and (days_after is null or right_on - left_on <= days_after)
);

-- statement: match_same_identifier
-- Pass: the identifier is equal and occurs once on each side, and the amounts agree within the tolerance of match_same_reference. Without
-- an absolute part, amounts are not compared: the reconciliation reports a difference.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_identifier(records, absolute := null, percent := 0, fee_explains := false) as table (
  from recon.match_by_key(records, 'identifier', absolute, percent, fee_explains)
);

-- statement: match_same_reference
-- Pass: the reference is equal and occurs once on each side, and the amounts agree within the tolerance: `absolute`
-- units of the currency plus `percent` of the left amount, or, with `fee_explains`, exactly the fee of a record. With
-- `days_before` and `days_after`, once on each side within the window (as in match_same_reference_and_amount).
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_reference(
  records, absolute := 0, percent := 0, fee_explains := false, days_before := null, days_after := null
) as table (
  from recon.match_by_key(records, 'reference', absolute, percent, fee_explains, days_before := days_before, days_after := days_after)
);

-- statement: match_same_reference_and_amount
-- Pass: reference and amount are equal, and occur together once on each side. With `days_before` and `days_after`, for
-- references that recur, once on each side within the window: the right record at most so many days before and after the left.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_same_reference_and_amount(records, days_before := null, days_after := null) as table (
  from recon.match_by_key(records, 'reference', null, 0, false, with_amount := true, days_before := days_before, days_after := days_after)
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
      list(record_key order by record_key) filter (side = 'left') as left_keys,
      list(record_key order by record_key) filter (side = 'right') as right_keys,
      sum(amount) filter (side = 'left') as left_amount,
      sum(amount) filter (side = 'right') as right_amount,
      sum(fee) filter (side = 'left') as left_fee,
      sum(fee) filter (side = 'right') as right_fee
    from query_table(records)
    where group_key is not null
    group by reconciliation, currency, group_key
  )
  select
    reconciliation, left_keys, right_keys, false as is_suggested, null::text[] as runners_up,
    null::boolean as is_exhausted
  from grouped
  where left_keys is not null
    and right_keys is not null
    and recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains)
);

-- statement: match_until_full
-- Pass: groups that have a single record on a side and several records on the other side, whose sums differ. Right records are taken in
-- order of time, beginning with the record that the left record identifies, until their sum reaches it; the records after it are left
-- over. Left records are only taken if all of them are needed, because it matters which of two orders is paid. The reconciliation
-- reports the difference.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_until_full(records) as table (
  with
  -- counted apart from the records, because most of millions have no group
  grouped as (
    select
      reconciliation, currency, group_key, if(count(*) filter (side = 'left') = 1, 'left', 'right') as whole_side,
      any_value({'record_key': record_key, 'amount': amount, 'identifier': identifier}) filter (side = 'left') as one_left,
      any_value({'record_key': record_key, 'amount': amount, 'identifier': identifier}) filter (side = 'right') as one_right
    from query_table(records)
    where group_key is not null
    group by reconciliation, currency, group_key
    having least(count(*) filter (side = 'left'), count(*) filter (side = 'right')) = 1
  ),
  part as (
    select
      record.reconciliation, record.group_key, record.currency, record.record_key, grouped.whole_side,
      if(grouped.whole_side = 'left', grouped.one_left, grouped.one_right) as whole,
      coalesce(sum(record.amount) over before_it, 0) as amount_before
    from query_table(records) as record
    inner join grouped using (reconciliation, currency, group_key)
    where record.side <> grouped.whole_side
    window before_it as (
      partition by record.reconciliation, record.currency, record.group_key
      order by record.identifier is distinct from if(grouped.whole_side = 'left', grouped.one_left, grouped.one_right).identifier,
        record.occurred_at, record.record_key
      rows between unbounded preceding and 1 preceding
    )
  ),
  taken as (
    select
      reconciliation, whole_side, any_value(whole.record_key) as whole_key,
      list(record_key order by amount_before) filter (amount_before < whole.amount) as keys
    from part
    group by reconciliation, currency, group_key, whole_side
    having whole_side = 'left' or max(amount_before) < any_value(whole.amount)
  )
  select
    reconciliation,
    if(whole_side = 'left', [whole_key], keys) as left_keys,
    if(whole_side = 'left', keys, [whole_key]) as right_keys,
    false as is_suggested,
    null::text[] as runners_up,
    null::boolean as is_exhausted
  from taken
  where keys is not null
);

-- statement: match_normalised_reference
-- Pass: the reference is equal without case, blanks, punctuation, the given prefixes and leading zeros, it occurs once on
-- each side, and the amounts agree within the tolerance; with `days_before` and `days_after`, once on each side within the window
-- (as in match_same_reference).
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_normalised_reference(
  records, prefixes := null::text[], absolute := 0, percent := 0, fee_explains := false, days_before := null, days_after := null
) as table (
  from recon.match_by_key(
    records, 'normal_reference', absolute, percent, fee_explains, prefixes := prefixes, days_before := days_before, days_after := days_after
  )
);
