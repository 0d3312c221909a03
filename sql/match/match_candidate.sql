-- Every pair of left and right records that may belong together: amounts of the same sign that agree within `absolute` plus
-- `percent` of the left one, and the right record at most `days_after` days after and `days_before` before the left one.
-- A cell of amount and time with more than `most` pairs is skipped: the pairs would cost time and decide nothing.
-- grain: one pair
-- key: reconciliation, company, left_key, right_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_candidate(records, days_before, days_after, absolute, percent, most) as table (
  with
  record as (
    select
      reconciliation, company, currency, side, record_key, amount, occurred_at, amount > 0 as is_positive,
      concat_ws(' ', counterparty, description) as words,
      occurred_on - date '2000-01-01' as day,
      recon.match_amount_bucket(amount, absolute, percent) as bucket
    from query_table(records)
    where amount <> 0
  ),
  -- a left record is in one cell; a right one is in every cell whose left records can reach it
  left_cell as (
    select *, bucket as cell_bucket, day // (days_before + days_after + 1) as cell_day
    from record
    where side = 'left'
  ),
  right_bucket as (
    select
      *,
      unnest(case when absolute = 0 and percent = 0 then [bucket] else [bucket - 1, bucket, bucket + 1] end) as cell_bucket
    from record
    where side = 'right'
  ),
  right_cell as (
    select
      *,
      unnest(list_distinct([
        (day - days_after) // (days_before + days_after + 1),
        (day + days_before) // (days_before + days_after + 1)
      ])) as cell_day
    from right_bucket
  ),
  left_count as (
    select reconciliation, company, currency, is_positive, cell_bucket, cell_day, count(*) as lefts
    from left_cell
    group by all
  ),
  right_count as (
    select reconciliation, company, currency, is_positive, cell_bucket, cell_day, count(*) as rights
    from right_cell
    group by all
  ),
  open_cell as (
    select reconciliation, company, currency, is_positive, cell_bucket, cell_day
    from left_count
    inner join right_count using (reconciliation, company, currency, is_positive, cell_bucket, cell_day)
    where lefts * rights <= most
  )
  select
    l.reconciliation, l.company, l.currency,
    l.record_key as left_key, r.record_key as right_key,
    l.words as left_words, r.words as right_words,
    r.amount - l.amount as right_minus_left,
    abs(epoch_us(r.occurred_at) - epoch_us(l.occurred_at)) as apart
  from open_cell as cell
  inner join left_cell as l using (reconciliation, company, currency, is_positive, cell_bucket, cell_day)
  inner join right_cell as r using (reconciliation, company, currency, is_positive, cell_bucket, cell_day)
  where r.day - l.day between -days_before and days_after
    and abs(r.amount - l.amount) <= absolute + abs(l.amount) * percent * 0.01
);
