-- Pass: the amount is the same, the right record came at most `days_after` days after the left one and at most
-- `days_before` before it, and there is one such record both ways. `net`: the side ('left', 'right', 'both' or 'none')
-- whose amounts are taken less their fee.
-- What is not unique is left for match_similar_description and match_in_time_order, which can tell such records apart.
-- grain: one match; key: left_keys, and right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_amount_in_window(records, days_before := 0, days_after := 0, net := 'none') as table (
  with
  record as (
    select
      reconciliation, company, currency, side, record_key,
      occurred_on - date '2000-01-01' as day,
      amount - case when net in (side, 'both') then coalesce(fee, 0) else 0 end as compared_amount
    from query_table(records)
    where amount <> 0
  ),
  -- counted in sorted windows, not by joining: thousands of equal amounts cost no more than as many different ones
  seen as (
    select
      reconciliation, company, side, record_key,
      count(*) filter (side = 'right') over later as rights,
      min(record_key) filter (side = 'right') over later as right_key,
      count(*) filter (side = 'left') over earlier as lefts,
      min(record_key) filter (side = 'left') over earlier as left_key
    from record
    window
      later as (
        partition by reconciliation, company, currency, compared_amount
        order by day range between days_before preceding and days_after following
      ),
      earlier as (
        partition by reconciliation, company, currency, compared_amount
        order by day range between days_after preceding and days_before following
      )
  )
  select
    l.reconciliation, l.company, [l.record_key] as left_keys, [r.record_key] as right_keys, false as is_suggested,
    null::text[] as runners_up, null::boolean as is_exhausted
  from seen as l
  inner join seen as r
    on r.reconciliation = l.reconciliation and r.company = l.company and r.record_key = l.right_key
    and r.left_key = l.record_key
  where l.side = 'left' and r.side = 'right' and l.rights = 1 and r.lefts = 1
);
