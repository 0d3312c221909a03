-- Pass: pairs on one side that cancel each other (voided, reversed): a later record of the opposite amount within `days`,
-- with the same `link`: 'reference', 'counterparty', 'description', or 'none'. The later record must have one earlier
-- record that it can cancel, which itself cancels nothing, and be the first that can cancel it. With several to choose
-- from, the nearest is suggested, and so is one of several that cancel at the same instant. A record of the same instant
-- counts only where none is earlier. A chain (entered, voided, entered again, voided again) is matched pair by pair, since
-- the engine repeats this pass until it finds nothing more.
-- `of_side`: 'left', 'right' or 'both'. `is_stated`: the description of the later record must state the cancellation (void,
-- reverse, cancel, contra).
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_offsetting(
  records, days := 0, link := 'reference', of_side := 'both', is_stated := false
) as table (
  with
  record as (
    select
      reconciliation, currency, side, record_key, occurred_at, amount > 0 as is_positive,
      regexp_matches(lower(coalesce(description, '')), '\b(void|revers|cancel|contra)') as says_so,
      abs(amount) as size,
      case link
        when 'reference' then reference
        when 'counterparty' then counterparty
        when 'description' then description
        when 'none' then ''
      end as linked_by
    from query_table(records)
    where amount <> 0 and linked_by is not null and of_side in (side, 'both')
  ),
  instant as (
    select
      *,
      count(*) filter (is_positive) over before as positive_before,
      count(*) filter (not is_positive) over before as negative_before,
      count(*) filter (is_positive) over same as positive_now,
      count(*) filter (not is_positive) over same as negative_now,
      max({moment: occurred_at, key: record_key}) filter (is_positive) over before as last_positive,
      max({moment: occurred_at, key: record_key}) filter (not is_positive) over before as last_negative,
      max({moment: occurred_at, key: record_key}) filter (is_positive) over same as positive_of_now,
      max({moment: occurred_at, key: record_key}) filter (not is_positive) over same as negative_of_now,
      min({moment: occurred_at, key: record_key}) filter (is_positive) over following as next_positive,
      min({moment: occurred_at, key: record_key}) filter (not is_positive) over following as next_negative
    from record
    window
      before as (
        partition by reconciliation, currency, side, size, linked_by order by occurred_at
        range between to_days(days) preceding and interval 1 microsecond preceding
      ),
      same as (
        partition by reconciliation, currency, side, size, linked_by order by occurred_at
        range between current row and current row
      ),
      following as (
        partition by reconciliation, currency, side, size, linked_by order by occurred_at
        range between current row and to_days(days) following
      )
  ),
  opposite as (
    select
      reconciliation, side, record_key, is_positive, says_so,
      case when is_positive then positive_now else negative_now end as alike,
      case when is_positive then negative_before else positive_before end as earlier,
      case when is_positive then negative_now else positive_now end as at_once,
      case when is_positive then last_negative else last_positive end as last_earlier,
      case when is_positive then negative_of_now else positive_of_now end as last_at_once,
      case when is_positive then next_negative else next_positive end as next
    from instant
  ),
  later as (
    select
      reconciliation, side, record_key, alike,
      case when earlier > 0 then earlier else at_once end as choices,
      case when earlier > 0 then last_earlier.key else last_at_once.key end as cancels,
      earlier > 0 or not is_positive as is_later
    from opposite
    where (earlier > 0 or at_once > 0) and (says_so or not is_stated)
  ),
  pair as (
    select
      later.reconciliation, later.side,
      list_sort([later.record_key, first.record_key]) as keys,
      later.choices > 1 or later.alike > 1 as is_suggested,
      list_filter([
        case when later.choices > 1 then format('{} records that it could cancel', later.choices) end,
        case when later.alike > 1 then format('{} records of the same instant that could cancel it', later.alike) end
      ], lambda other: other is not null) as runners_up
    from later
    inner join opposite as first
      on first.reconciliation = later.reconciliation and first.side = later.side
      and first.record_key = later.cancels and first.next.key = later.record_key and first.earlier = 0
    where later.is_later
  )
  select
    reconciliation,
    case when side = 'left' then keys else [] end as left_keys,
    case when side = 'right' then keys else [] end as right_keys,
    is_suggested, runners_up, null::boolean as is_exhausted
  from pair
);
