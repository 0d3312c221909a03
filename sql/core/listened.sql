-- statement: listened
-- The time in which the receiver of deliveries listened, without the gaps that matter: a service repeats a delivery that failed,
-- each time after about three times as long. What was sent during a gap of up to 12 hours has come once the receiver has listened
-- for twice as long as the gap, and ten minutes; a shorter time between two gaps is part of them.
-- grain: one receipt of the receiver, with the stretch of time to which it belongs
-- key: receipt_id
-- stretch_id: the newest receipt of the stretch; first_day, last_day: the days of the company's zone in it, none where the first is later
-- began_on, ended_on: the first and the last day of the receipt
-- reads: raw.receipt
create or replace view core.listened as
with
segment as (
  select
    receipt_id, kind, zone, window_from, window_to,
    coalesce(window_from > max(window_to) over earlier, true)::integer as is_start
  from raw.receipt
  where source = 'receiver' and load_status in ('loaded', 'repeated')
  window earlier as (
    partition by kind order by window_from, window_to, receipt_id rows between unbounded preceding and 1 preceding
  )
),
part as (
  select kind, min(window_from) as from_at, max(window_to) as until_at
  from (select *, sum(is_start) over (partition by kind order by window_from, window_to, receipt_id) as part_no from segment)
  group by kind, part_no
),
-- the parts from the first to the last: the stretches before, and the last stretch so far. A part that does not make good the gap
-- before it is passed over, and counts as gap for the next one.
folded as (
  select
    kind,
    list_reduce(
      list({
        from_at: from_at, until_at: until_at, earlier: []::struct(from_at timestamptz, until_at timestamptz)[]
      } order by from_at),
      lambda so_far, next: case
        when next.from_at - so_far.until_at > interval 12 hours then {
          from_at: next.from_at, until_at: next.until_at,
          earlier: list_append(so_far.earlier, {from_at: so_far.from_at, until_at: so_far.until_at})
        }
        when next.until_at - next.from_at >= 2 * (next.from_at - so_far.until_at) + interval 10 minutes
          then {from_at: so_far.from_at, until_at: next.until_at, earlier: so_far.earlier}
        else so_far
      end
    ) as last_one
  from part
  group by kind
),
stretch as (
  select kind, unnest(list_append(last_one.earlier, {from_at: last_one.from_at, until_at: last_one.until_at}), recursive := true)
  from folded
)
select
  segment.receipt_id,
  segment.kind,
  max(segment.receipt_id) over (partition by segment.kind, stretch.from_at) as stretch_id,
  core.first_whole_day(zone, stretch.from_at) as first_day,
  cast(timezone(zone, stretch.until_at) as date) - 1 as last_day,
  cast(timezone(zone, window_from) as date) as began_on,
  cast(timezone(zone, window_to) as date) as ended_on
from segment
asof join stretch
  on stretch.kind = segment.kind and stretch.from_at <= segment.window_from;
