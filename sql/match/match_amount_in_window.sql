-- Pass: the amount is equal, the right record is at most `days_after` days after the left one and at most `days_before`
-- days before it, and each is the only such record of the other. `net`: the side ('left', 'right', 'both' or 'none')
-- whose amounts are taken less their fee.
-- Where both name someone and their similarity (match_words_found) is below `least_similarity`, the pair is suggested.
-- Ambiguous records are left to match_similar_description and match_in_time_order.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_amount_in_window(records, days_before := 0, days_after := 0, net := 'none', least_similarity := 0) as table (
  with
  record as (
    select
      reconciliation, currency, side, record_key,
      occurred_on - date '2000-01-01' as day,
      concat_ws(' ', counterparty, description) as words,
      amount - case when net in (side, 'both') then coalesce(fee, 0) else 0 end as compared_amount
    from query_table(records)
    where amount <> 0
  ),
  -- counted in sorted windows instead of joins: thousands of equal amounts cost no more than different ones
  seen as (
    select
      reconciliation, side, record_key,
      count(*) filter (side = 'right') over later as rights,
      min(record_key) filter (side = 'right') over later as right_key,
      count(*) filter (side = 'left') over earlier as lefts,
      min(record_key) filter (side = 'left') over earlier as left_key
    from record
    window
      later as (
        partition by reconciliation, currency, compared_amount
        order by day range between days_before preceding and days_after following
      ),
      earlier as (
        partition by reconciliation, currency, compared_amount
        order by day range between days_after preceding and days_before following
      )
  ),
  pair as (
    select l.reconciliation, l.record_key as left_key, r.record_key as right_key
    from seen as l
    inner join seen as r
      on r.reconciliation = l.reconciliation and r.record_key = l.right_key
      and r.left_key = l.record_key
    where l.side = 'left' and r.side = 'right' and l.rights = 1 and r.lefts = 1
  ),
  stranger as (
    select pair.reconciliation, pair.left_key
    from pair
    inner join record as l
      on l.reconciliation = pair.reconciliation and l.record_key = pair.left_key
      and l.side = 'left'
    inner join record as r
      on r.reconciliation = pair.reconciliation and r.record_key = pair.right_key
      and r.side = 'right'
    where least_similarity > 0
      and recon.match_names_someone(l.words)
      and recon.match_names_someone(r.words)
      and recon.match_similarity(l.words, r.words) < least_similarity
  )
  select
    pair.reconciliation, [pair.left_key] as left_keys, [pair.right_key] as right_keys,
    stranger.left_key is not null as is_suggested, null::text[] as runners_up, null::boolean as is_exhausted
  from pair
  left join stranger
    on stranger.reconciliation = pair.reconciliation
    and stranger.left_key = pair.left_key
);
