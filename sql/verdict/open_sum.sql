-- statement: open_sum
-- Notes at the company's open items which other open items of their reconciliation add up to the opposite of one of them, in a week:
-- another item, or two others where such a sum by chance is unlikely. They may belong together, so nobody is told to refund, to collect
-- or to book one of them alone. Among more than 200 items of a currency, sums of two are not looked for.
update recon.cause_item as cause_item
set reason_with_sum = found.reason_with_sum
from (
  with
  item as (
    select
      cause_item.break_id, cause_item.reconciliation, cause_item.currency, cause_item.business_date, cause_item.effect,
      coalesce((select min(message) from recon.sentence where sentence = cause_item.reason), cause_item.reason) as reason,
      concat(
        core.money_text(cause_item.currency, abs(cause_item.effect)),
        ' (' || coalesce(item.left_reference, item.right_reference, item.left_key, item.right_key) || ')'
      ) as shown,
      count(*) over (partition by cause_item.reconciliation, cause_item.currency) as open_count
    from recon.cause_item as cause_item
    inner join recon.item as item on item.break_id = cause_item.break_id
    inner join recon.outcome as outcome on outcome.outcome = cause_item.outcome and outcome.is_break
    inner join recon.reconciliation as reconciliation
      on reconciliation.reconciliation = cause_item.reconciliation and reconciliation.kind = 'match'
    left join recon.decision_now as decision on decision.break_id = cause_item.break_id
    where cause_item.effect <> 0 and cause_item.measure = 'amount' and not coalesce(decision.is_settled, false)
  ),
  -- items of a day with the same amount are alike: the first of them stands for all
  of_day as (
    select reconciliation, currency, effect, business_date, min(shown) as shown
    from item
    group by all
  ),
  opposite as (
    select
      item.break_id, abs(near.days) as days,
      concat(least(of_day.shown, item.shown), ' = ', greatest(of_day.shown, item.shown)) as sum
    from item
    cross join (select unnest(range(-7, 8))::integer as days) as near
    inner join of_day
      on of_day.reconciliation = item.reconciliation and of_day.currency = item.currency and of_day.effect = -item.effect
      and of_day.business_date = item.business_date + near.days
  ),
  part as (
    select
      whole.break_id as whole_id, whole.effect as whole_effect, whole.shown as whole_shown, part.break_id, part.effect, part.shown,
      whole.currency, abs(part.business_date - whole.business_date) as days, count(*) over (partition by whole.break_id) as part_count
    from item as whole
    inner join item as part
      on part.reconciliation = whole.reconciliation and part.currency = whole.currency and sign(part.effect) = -sign(whole.effect)
      and abs(part.business_date - whole.business_date) <= 7 and abs(part.effect) <= abs(whole.effect)
    where whole.open_count <= 200
  ),
  sum_of_two as (
    select
      [one.break_id, other.break_id, one.whole_id] as break_ids, one.days + other.days as days,
      concat(one.shown, ' + ', other.shown, ' = ', one.whole_shown) as sum
    from part as one
    inner join part as other on other.whole_id = one.whole_id and other.break_id > one.break_id
    where one.effect + other.effect = -one.whole_effect
      -- as in the match pass of sums: sums of two that are tried, for amounts that are possible
      and one.part_count * (one.part_count - 1) * 100
        <= abs(one.whole_effect) * [1, 10, 100, 1000, 10000][staging.currency_exponent(one.currency) + 1]
  ),
  explained as (
    select break_id, 1 as part_count, days, sum from opposite
    union all
    select unnest(break_ids) as break_id, 2 as part_count, days, sum from sum_of_two
  )
  select
    every.break_id,
    case when explained.sum is not null then core.say_all([item.reason, core.say('open_sum', { sum: explained.sum })]) end
      as reason_with_sum
  from recon.cause_item as every
  left join item on item.break_id = every.break_id
  left join explained on explained.break_id = every.break_id
  qualify row_number() over (partition by every.break_id order by explained.part_count, explained.days, explained.sum) = 1
) as found
where found.break_id = cause_item.break_id and found.reason_with_sum is distinct from cause_item.reason_with_sum;
