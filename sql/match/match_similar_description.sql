-- Pass: amount and date as in match_candidate, and counterparty and description tell who it is: the words of one are found
-- in the other (match_words_found) to at least `least`, and for both records the next best is worse by at least `margin`.
-- Where the margin is not there, the best pair is suggested with the next ones named.
-- grain: one match; key: left_keys, and right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_similar_description(
  records, days_before := 0, days_after := 0, absolute := 0, percent := 0, least := 0.8, margin := 0.15, most := 10000
) as table (
  with
  candidate as (
    select *, recon.match_words(left_words) as left_list, recon.match_words(right_words) as right_list
    from recon.match_candidate(records, days_before, days_after, absolute, percent, most)
  ),
  scored as (
    select
      reconciliation, company, left_key, right_key, abs(right_minus_left) as difference, apart,
      case
        when length(left_list) = 0 or length(right_list) = 0 then 0
        else round(greatest(
          recon.match_words_found(left_list, right_list), recon.match_words_found(right_list, left_list)
        ), 4)::decimal(5, 4)
      end as similarity
    from candidate
  ),
  ranked as (
    select
      *,
      row_number() over of_left as left_rank,
      row_number() over of_right as right_rank,
      similarity - coalesce(lead(similarity) over of_left, 0) as left_margin,
      similarity - coalesce(lead(similarity) over of_right, 0) as right_margin,
      'right:' || nth_value(right_key, 2) over (of_left rows between unbounded preceding and unbounded following) as next_right,
      'left:' || nth_value(left_key, 2) over (of_right rows between unbounded preceding and unbounded following) as next_left
    from scored
    window
      of_left as (
        partition by reconciliation, company, left_key order by similarity desc, difference, apart, right_key
      ),
      of_right as (
        partition by reconciliation, company, right_key order by similarity desc, difference, apart, left_key
      )
  )
  select
    reconciliation, company, [left_key] as left_keys, [right_key] as right_keys,
    left_margin < margin or right_margin < margin as is_suggested,
    list_filter([next_left, next_right], lambda other: other is not null) as runners_up,
    null::boolean as is_exhausted
  from ranked
  where left_rank = 1 and right_rank = 1 and similarity >= least
);
