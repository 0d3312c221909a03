-- statement: time_island
-- Records of one amount in groups that are further apart than a number of days, with the number of records of both sides in their group.
-- grain: one record
-- key: reconciliation, side, record_key
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.time_island(records, days_apart) as table (
  with
  record as (
    select
      reconciliation, currency, amount, side, record_key, occurred_at,
      occurred_on - date '2000-01-01' as day,
      occurred_on - lag(occurred_on) over (
        partition by reconciliation, currency, amount order by occurred_on
      ) as days_since
    from query_table(records)
    where amount <> 0
  ),
  islanded as (
    select
      *,
      count(*) filter (days_since is null or days_since > days_apart) over (
        partition by reconciliation, currency, amount order by day range between unbounded preceding and current row
      ) as island_no
    from record
  )
  select
    *,
    count(*) filter (side = 'left') over of_island as lefts,
    count(*) filter (side = 'right') over of_island as rights
  from islanded
  window of_island as (partition by reconciliation, currency, amount, island_no)
);

-- statement: match_in_time_order
-- Pass: equal amounts without a common key, assigned in order of time: as many pairs as the window allows (the right record
-- at most `days_after` days after and `days_before` days before the left one), then the least total time between them, and
-- no two pairs crossing. A missing record does not shift those that follow.
-- The pairs are sure where the reconciliation declares that both sides keep their order (`order_kept`) and the best
-- assignment is unique; otherwise they are suggested with their runners-up. Records of the same instant have no order: two
-- of one side that are both assigned are interchangeable.
-- Equal amounts are divided into groups further apart than the window; a group with more than `most` records on a side is
-- left out.
-- grain: one match
-- key: left_keys, right_keys
-- reads: the table or view named by `records`, in the shape of recon.match_record
create or replace macro recon.match_in_time_order(
  records, days_before := 0, days_after := 0, order_kept := false, most := 100
) as table (
  with recursive
  islanded as (
    select * from recon.time_island(records, greatest(days_before, days_after))
  ),
  small_island as (
    select
      reconciliation, currency, amount, island_no, lefts, rights,
      row_number() over (order by reconciliation, currency, amount, island_no) as island
    from (select distinct reconciliation, currency, amount, island_no, lefts, rights from islanded)
    where lefts between 1 and most and rights between 1 and most
  ),
  placed as (
    select
      small_island.island, islanded.reconciliation, islanded.side, islanded.record_key, islanded.day,
      islanded.occurred_at,
      epoch_ms(islanded.occurred_at) // 1000 as second,
      row_number() over (
        partition by small_island.island, islanded.side order by islanded.occurred_at, islanded.record_key
      ) as place
    from islanded
    inner join small_island using (reconciliation, currency, amount, island_no)
  ),
  -- worth: each pair counts more than any time could take away again
  pair as (
    select
      l.island, l.reconciliation, l.place as left_place, r.place as right_place,
      l.record_key as left_key, r.record_key as right_key,
      abs(r.second - l.second) as apart,
      1000000000000 - abs(r.second - l.second) as worth
    from placed as l
    inner join placed as r on r.island = l.island and r.day - l.day between -days_before and days_after
    where l.side = 'left' and r.side = 'right'
  ),
  -- best assignment of the first `left_place` left records to the first `right_place` right ones. taken: the right record
  -- that the last left one gets, 0 for none; is_tied: another choice is as good
  best as (
    select island, 0::bigint as left_place, unnest(range(0, rights + 1)) as right_place, 0::bigint as worth, 0::bigint as taken, false as is_tied
    from small_island
    union all
    select
      island,
      left_place,
      right_place,
      greatest(worth_without, worth_with // 1000) as worth,
      case when worth_with // 1000 > worth_without then 1000 - worth_with % 1000 else 0 end::bigint as taken,
      worth_with // 1000 >= worth_without and (worth_with // 1000 = worth_without or tied_with > 1) as is_tied
    from (
      select
        *,
        -- how many of the choices so far are as good as the best of them
        count(worth_here) over (
          partition by island, worth_with // 1000 order by right_place
        ) - count(worth_here) filter (worth_here // 1000 < worth_with // 1000) over (
          partition by island, worth_with // 1000 order by right_place
        ) as tied_with
      from (
        select
          *,
          coalesce(max(worth_here) over (partition by island order by right_place), -1000000) as worth_with
        from (
          select
            best.island,
            best.left_place + 1 as left_place,
            best.right_place,
            best.worth as worth_without,
            (lag(best.worth) over (partition by best.island order by best.right_place) + pair.worth)::hugeint * 1000
              + 1000 - best.right_place as worth_here
          from best
          inner join small_island on small_island.island = best.island and best.left_place < small_island.lefts
          left join pair
            on pair.island = best.island and pair.left_place = best.left_place + 1 and pair.right_place = best.right_place
        )
      )
    )
  ),
  traced as (
    select island, lefts as left_place, rights as right_place, false as is_tied
    from small_island
    union all
    select
      traced.island,
      traced.left_place - 1,
      case when best.taken > 0 then best.taken - 1 else traced.right_place end,
      traced.is_tied or best.is_tied
    from traced
    inner join best
      on best.island = traced.island and best.left_place = traced.left_place and best.right_place = traced.right_place
    where traced.left_place > 0
  ),
  assigned as (
    select best.island, best.left_place, best.taken as right_place
    from traced
    inner join best
      on best.island = traced.island and best.left_place = traced.left_place and best.right_place = traced.right_place
    where best.taken > 0
  ),
  changeable as (
    select distinct placed.island
    from placed
    inner join assigned
      on assigned.island = placed.island
      and placed.place = case placed.side when 'left' then assigned.left_place else assigned.right_place end
    group by placed.island, placed.side, placed.occurred_at
    having count(*) > 1
  ),
  only_way as (
    select traced.island, not bool_or(traced.is_tied or changeable.island is not null) as is_only
    from traced
    left join changeable on changeable.island = traced.island
    group by traced.island
  ),
  choice as (
    select
      pair.*,
      assigned.island is not null as is_assigned,
      list('right:' || pair.right_key order by pair.apart, pair.right_key) over (partition by pair.island, pair.left_place) [:4] as near_rights,
      list('left:' || pair.left_key order by pair.apart, pair.left_key) over (partition by pair.island, pair.right_place) [:4] as near_lefts
    from pair
    left join assigned
      on assigned.island = pair.island and assigned.left_place = pair.left_place and assigned.right_place = pair.right_place
  )
  select
    choice.reconciliation, [choice.left_key] as left_keys, [choice.right_key] as right_keys,
    not (order_kept and only_way.is_only) as is_suggested,
    list_filter(
      list_concat(choice.near_rights, choice.near_lefts),
      lambda other: other <> 'right:' || choice.right_key and other <> 'left:' || choice.left_key
    ) as runners_up,
    null::boolean as is_exhausted
  from choice
  inner join only_way on only_way.island = choice.island
  where choice.is_assigned
);
