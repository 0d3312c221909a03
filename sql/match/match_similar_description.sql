-- Pass: amount and date as in match_candidate, and counterparty and description are similar (match_similarity) to at least
-- `least_similarity`; for both records the next best candidate is below that and lower by at least `margin`. A candidate
-- that has no name and an equally close amount is a rival as well if its side has more such records than the other.
-- Where there are rivals, the best pair is suggested with its runners-up.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_similar_description(
  records, days_before := 0, days_after := 0, absolute := 0, percent := 0, least_similarity := 0.8, margin := 0.15,
  most := 10000
) as table (
  with
  worded as (
    select
      *, recon.match_words(left_words) as left_list, recon.match_words(right_words) as right_list
    from recon.match_candidate(records, days_before, days_after, absolute, percent, most)
  ),
  scored as (
    select
      reconciliation, left_key, right_key, abs(right_minus_left) as difference, apart,
      recon.match_likeness(left_list, right_list) as similarity,
      not recon.match_names_someone(left_words) or not recon.match_names_someone(right_words) as is_nameless
    from worded
  ),
  ranked as (
    select
      *,
      row_number() over of_left as left_rank,
      row_number() over of_right as right_rank,
      greatest(coalesce(lead(similarity) over of_left, 0), coalesce(lead(similarity) over of_right, 0)) as next_similarity,
      count(*) over all_of_left as rights,
      count(*) over all_of_right as lefts,
      min(difference) filter (is_nameless) over all_of_left as nameless_right,
      min(difference) filter (is_nameless) over all_of_right as nameless_left,
      'right:' || nth_value(right_key, 2) over (of_left rows between unbounded preceding and unbounded following) as next_right,
      'left:' || nth_value(left_key, 2) over (of_right rows between unbounded preceding and unbounded following) as next_left
    from scored
    window
      all_of_left as (partition by reconciliation, left_key),
      all_of_right as (partition by reconciliation, right_key),
      of_left as (
        partition by reconciliation, left_key order by similarity desc, difference, apart, right_key
      ),
      of_right as (
        partition by reconciliation, right_key order by similarity desc, difference, apart, left_key
      )
  )
  select
    reconciliation, [left_key] as left_keys, [right_key] as right_keys,
    next_similarity >= least_similarity
      or similarity - next_similarity < margin
      or coalesce(rights > lefts and nameless_right <= difference, false)
      or coalesce(lefts > rights and nameless_left <= difference, false) as is_suggested,
    list_filter([next_left, next_right], lambda other: other is not null) as runners_up,
    null::boolean as is_exhausted
  from ranked
  where left_rank = 1 and right_rank = 1 and similarity >= least_similarity
);
