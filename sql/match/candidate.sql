-- statement: amount_cell
-- Records in cells of amount and time: records that may be a candidate of each other have a cell in common. A left record is in one cell, and
-- a right one in every cell whose left records can reach it. Cells without records of both sides are left out. lefts, rights: the number of
-- records of each side in the cell.
-- grain: one record and one cell
-- key: reconciliation, side, record_key, cell_bucket, cell_day
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.amount_cell(records, days_before, days_after, absolute, percent) as table (
  with
  record as (
    select
      reconciliation, currency, side, record_key, amount, occurred_at, amount > 0 as is_positive,
      concat_ws(' ', counterparty, description) as words,
      occurred_on - date '2000-01-01' as day,
      recon.match_amount_bucket(amount, absolute, percent) as bucket
    from query_table(records)
    where amount <> 0
  ),
  bucketed as (
    select
      *,
      unnest(case when side = 'left' or (absolute = 0 and percent = 0) then [bucket] else [bucket - 1, bucket, bucket + 1] end) as cell_bucket
    from record
  ),
  cell as (
    select
      *,
      unnest(case
        when side = 'left' then [day // (days_before + days_after + 1)]
        else list_distinct([
          (day - days_after) // (days_before + days_after + 1),
          (day + days_before) // (days_before + days_after + 1)
        ])
      end) as cell_day
    from bucketed
  ),
  -- a window function would sort the records
  counted as (
    select
      reconciliation, currency, is_positive, cell_bucket, cell_day,
      count(*) filter (side = 'left') as lefts,
      count(*) filter (side = 'right') as rights
    from cell
    group by all
    having lefts > 0 and rights > 0
  )
  select cell.*, counted.lefts, counted.rights
  from cell
  inner join counted using (reconciliation, currency, is_positive, cell_bucket, cell_day)
);

-- statement: match_candidate
-- Every pair of left and right records that may belong together: amounts of the same sign that agree within `absolute` plus
-- `percent` of the left one, and the right record at most `days_after` days after and `days_before` before the left one.
-- A cell of amount and time with more than `most` pairs is skipped: the pairs would cost time and decide nothing.
-- grain: one pair
-- key: reconciliation, left_key, right_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_candidate(records, days_before, days_after, absolute, percent, most) as table (
  with
  cell as (
    select * from recon.amount_cell(records, days_before, days_after, absolute, percent)
    where lefts * rights <= most
  )
  select
    l.reconciliation, l.currency,
    l.record_key as left_key, r.record_key as right_key,
    l.words as left_words, r.words as right_words,
    r.amount - l.amount as right_minus_left,
    abs(epoch_us(r.occurred_at) - epoch_us(l.occurred_at)) as apart
  from cell as l
  inner join cell as r using (reconciliation, currency, is_positive, cell_bucket, cell_day)
  where l.side = 'left' and r.side = 'right'
    and r.day - l.day between -days_before and days_after
    and abs(r.amount - l.amount) <= absolute + abs(l.amount) * percent * 0.01
);

-- statement: match_considered
-- The candidates of a record: the nearest ten that share a field which a pass compares, with the equal and differing fields,
-- the differences, and their own match. As of the last run that matched the record.
-- grain: one record and one candidate
-- key: reconciliation, side, record_key, other_side, other_key
-- reads: recon.match_record, recon.match_member, recon.match
create or replace macro recon.match_considered(the_keys) as table (
  with
  record as (
    select * from recon.match_record where list_contains(the_keys, record_key) or list_contains(the_keys, reference)
  ),
  member as (
    select
      match_member.reconciliation, match_member.side, match_member.record_key, match_member.match_id,
      match_member.pass, match_member.is_suggested, match.left_keys, match.right_keys, match.runners_up
    from recon.match_member as match_member
    inner join recon.match as match on match.match_id = match_member.match_id
  ),
  own as (
    select member.*
    from member
    semi join record
      on record.reconciliation = member.reconciliation and record.side = member.side
      and record.record_key = member.record_key
  ),
  compared as (
    select
      record.reconciliation, record.side, record.record_key,
      other.side as other_side, other.record_key as other_key, other.reference as other_reference, other.currency,
      other.amount as other_amount, other.occurred_on as other_on,
      case
        when other.side = record.side then null
        when record.side = 'left' then other.amount - record.amount
        else record.amount - other.amount
      end as right_minus_left,
      case when record.side = 'left' then other.occurred_on - record.occurred_on else record.occurred_on - other.occurred_on end
        as days_later,
      list_contains(case other.side when 'left' then own.left_keys else own.right_keys end, other.record_key) as is_own,
      own.is_suggested as is_own_suggested,
      list_bool_or(list_transform(
        own.runners_up, lambda runner: list_contains(string_split(runner, ' + '), other.side || ':' || other.record_key)
      )) as is_runner_up,
      list_filter([
        case when other.identifier = record.identifier then 'identifier' end,
        case when other.reference = record.reference then 'reference' end,
        case when other.reference <> record.reference
          and recon.match_normal_reference(other.reference, null::text[]) = recon.match_normal_reference(record.reference, null::text[])
          then 'similar reference' end,
        case when other.group_key = record.group_key then 'group' end,
        case when other.side <> record.side and other.amount = record.amount then 'amount' end,
        case when other.side = record.side and other.amount = -record.amount then 'opposite amount' end,
        case when other.counterparty = record.counterparty then 'counterparty' end,
        case when other.occurred_on = record.occurred_on then 'day' end
      ], lambda thing: thing is not null) as same
    from record
    inner join recon.match_record as other
      on other.reconciliation = record.reconciliation and other.currency = record.currency
      and (other.side <> record.side or (other.amount = -record.amount and other.record_key <> record.record_key))
    left join own
      on own.reconciliation = record.reconciliation and own.side = record.side
      and own.record_key = record.record_key
  ),
  candidate as (
    select
      *,
      row_number() over (
        partition by reconciliation, side, record_key
        order by coalesce(is_own, false) desc, coalesce(is_runner_up, false) desc, length(same) desc, abs(right_minus_left) nulls last,
          abs(days_later), other_side, other_key
      ) as place
    from compared
    where coalesce(is_own, false) or coalesce(is_runner_up, false)
      or list_has_any(same, ['identifier', 'reference', 'similar reference', 'group'])
      or (list_has_any(same, ['amount', 'opposite amount']) and abs(days_later) <= 31)
  )
  select
    candidate.reconciliation, candidate.side, candidate.record_key, candidate.other_side, candidate.other_key,
    candidate.other_reference, candidate.currency, candidate.other_amount, candidate.other_on,
    array_to_string(candidate.same, ', ') as same, candidate.right_minus_left, candidate.days_later,
    case
      when candidate.is_own and candidate.is_own_suggested then 'suggested with it'
      when candidate.is_own then 'matched with it'
      when candidate.is_runner_up then 'runner-up'
      when member.match_id is null then 'unmatched'
      when member.is_suggested then format('suggested with another ({})', member.pass)
      else format('matched with another ({})', member.pass)
    end as result
  from candidate
  left join member
    on member.reconciliation = candidate.reconciliation
    and member.side = candidate.other_side and member.record_key = candidate.other_key
  where candidate.place <= 10
  order by candidate.reconciliation, candidate.side, candidate.record_key, candidate.place
);

-- statement: match_rival
-- The unmatched runners-up of suggested matches: it is undecided whether the other side of such a record is missing.
-- grain: one record
-- key: reconciliation, side, record_key
-- reads: recon.match, recon.match_member
-- could_be: the other side of each suggested match that names the record
create or replace view recon.match_rival as
with
named as (
  select
    reconciliation,
    left_keys,
    right_keys,
    unnest(flatten(list_transform(runners_up, lambda one: string_split(one, ' + ')))) as record
  from recon.match
  where is_suggested
),
rival as (
  select
    reconciliation,
    split_part(record, ':', 1) as side,
    substr(record, strpos(record, ':') + 1) as record_key,
    case
      when starts_with(record, 'left:') then list_transform(right_keys, lambda other: 'right:' || other)
      else list_transform(left_keys, lambda other: 'left:' || other)
    end as others
  from named
)
select
  rival.reconciliation,
  rival.side,
  rival.record_key,
  list_sort(list_distinct(flatten(list(rival.others)))) as could_be
from rival
-- joined with the members and not with the left-over records, which are millions while suggestions are few
anti join recon.match_member as match_member
  on match_member.reconciliation = rival.reconciliation
  and match_member.side = rival.side and match_member.record_key = rival.record_key
group by rival.reconciliation, rival.side, rival.record_key;

-- statement: match_left_over
-- The records that no pass has matched, with the columns that a pass reads.
-- grain: one record
-- key: reconciliation, side, record_key
-- reads: recon.match_record, recon.match_member
create or replace view recon.match_left_over as
select match_record.*
from recon.match_record as match_record
anti join recon.match_member as match_member
  on match_member.reconciliation = match_record.reconciliation
  and match_member.side = match_record.side and match_member.record_key = match_record.record_key;
