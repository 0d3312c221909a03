-- statement: match_rate
-- The items of each reconciliation of records by how they were matched, against the period before: whole months against as many months
-- before, a day against the same weekday of the week before, other days against as many days before. A match rate that falls is often
-- the first sign of a new export, bank text or reference. The figures of the earlier period are empty where it begins before the first
-- judged day.
-- match_pass: empty for all items of the reconciliation; by_hand for matches by decision
-- sure_count: matched items; suggested_count: matches that a person confirms; open_count: other items that need a person
-- waiting_count: items within their expected time
-- list_order: position of the reconciliation in lists
-- item_count: all items
-- sure_percent, suggested_percent, earlier_sure_percent: shares of all items that are not within their expected time, in percent
-- meaning: what a drift means, in a sentence
-- is_drift: the share of sure matches fell by more than five percentage points, and at least five more items need a person than at the
-- earlier rate
-- grain: one reconciliation, or one pass of it
-- key: reconciliation, match_pass
-- reads: mart.item, mart.verdict, recon.reconciliation
create or replace macro mart.match_rate(the_company, first_day, day_after, materiality := '{}') as table (
  with
  judged as (
    select min(business_date) as first_judged from mart.verdict
  ),
  item as (
    select
      item.reconciliation,
      item.match_pass,
      item.business_date >= first_day as is_now,
      case
        when item.outcome in ('matched', 'matched_with_tolerance') then 'sure'
        when item.outcome = 'suggested' then 'suggested'
        when item.is_break then 'open'
        else 'waiting'
      end as state
    from mart.item as item
    inner join recon.reconciliation as reconciliation
      on reconciliation.reconciliation = item.reconciliation and reconciliation.kind = 'match'
    where item.business_date >= core.earlier_first(first_day, day_after) and item.business_date < day_after
      and (item.business_date >= first_day or item.business_date < core.earlier_end(first_day, day_after))
  ),
  summed as (
    select
      reconciliation,
      match_pass,
      grouping(match_pass) = 1 as is_all,
      count(*) filter (is_now) as item_count,
      count(*) filter (is_now and state = 'sure') as sure_count,
      count(*) filter (is_now and state = 'suggested') as suggested_count,
      count(*) filter (is_now and state = 'open') as open_count,
      count(*) filter (is_now and state = 'waiting') as waiting_count,
      count(*) filter (not is_now) as earlier_item_count,
      count(*) filter (not is_now and state = 'sure') as earlier_sure_count
    from item
    group by grouping sets ((reconciliation), (reconciliation, match_pass))
  ),
  whole as (
    select reconciliation, item_count as all_count, earlier_item_count as earlier_all_count from summed where is_all
  ),
  compared as (
    select
      summed.*,
      -- shares of the items that are not within their expected time
      core.part_of(summed.sure_count, 100, if(is_all, item_count - waiting_count, all_count), 1) as sure_percent,
      core.part_of(summed.suggested_count, 100, if(is_all, item_count - waiting_count, all_count), 1) as suggested_percent,
      if(
        coalesce(judged.first_judged <= core.earlier_first(first_day, day_after), false),
        core.part_of(summed.earlier_sure_count, 100, if(is_all, earlier_item_count, earlier_all_count), 1),
        null
      ) as earlier_sure_percent
    from summed
    inner join whole on whole.reconciliation = summed.reconciliation
    cross join judged
    where is_all or match_pass is not null
  )
  select
    the_company as company,
    compared.reconciliation,
    reconciliation.title as reconciliation_title,
    compared.match_pass,
    reconciliation.list_order,
    item_count,
    sure_count,
    suggested_count,
    open_count,
    waiting_count,
    sure_percent::decimal(18, 1) as sure_percent,
    suggested_percent::decimal(18, 1) as suggested_percent,
    earlier_sure_percent::decimal(18, 1) as earlier_sure_percent,
    is_all and coalesce(
      earlier_sure_percent - sure_percent > 5
        and (item_count - waiting_count) * earlier_sure_percent >= sure_count * 100 + 500,
      false
    ) as is_drift,
    if(is_drift, 'Fewer items are matched than before: look at what is open, and whether an export or a text has changed.', null) as meaning
  from compared
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = compared.reconciliation
  where the_company = core.this_company()
);

comment on macro table mart.match_rate is 'Items of each reconciliation of records by match pass, sure, suggested and open, against the period before it. Are fewer records matched than before?';
