-- statement: trend
-- The payments of a period against those of the period before it: whole months against as many months before, a day against the
-- same weekday of the week before, other days against as many days before. It reads these two periods only. The figures of the
-- earlier period are empty where it begins before the first judged day, and nothing is marked while a day of the period is not judged.
-- method: empty for all methods of the currency; business_date: empty for the whole period; a day of a longer period is compared
-- with the average of the same weekdays of the earlier period
-- list_order: 1 for the currency, 2 for its methods, 3 for its days
-- earlier_from, earlier_to: the first and the last day of the earlier period
-- line_count, earlier_count: payments in the period and in the earlier one
-- amount, earlier_amount: their gross amount, in major units
-- change, change_percent: amount less earlier_amount, and in percent of it
-- average_amount, earlier_average_amount: amount of a payment on average
-- fee_percent, earlier_fee_percent: fees in percent of the amount
-- meaning: what is material, in a sentence
-- usual_days, earlier_usual_days: the median from payment to settlement, of what was settled in the period; empty for a day of a longer period
-- is_material: the change is above the materiality (report.materiality), a percentage of the earlier figure and a minimum amount;
-- without a minimum for the currency, it is 2 % of the currency's amount, or of its fees, in the earlier period
-- grain: one payment method, or all, or all on one day, of one currency
-- key: currency, method, business_date
-- reads: core.payment, mart.verdict, staging.currency
create or replace macro mart.trend(the_company, first_day, day_after, materiality := '{}') as table (
  with
  judged as (
    select min(business_date) as first_judged, max(business_date) as last_judged from mart.verdict
  ),
  paid as (
    select currency, coalesce(method, 'unknown') as method, business_date, business_date >= first_day as is_now, amount, fee
    from core.payment
    where known_to is null and kind = 'payment' and is_money_moved and occurrence = 1
      and business_date >= core.earlier_first(first_day, day_after) and business_date < day_after
      and (business_date >= first_day or business_date < core.earlier_end(first_day, day_after))
  ),
  settled as (
    select
      currency,
      coalesce(method, 'unknown') as method,
      quantile_disc(date_diff('day', business_date, settlement_date), 0.5) filter (settlement_date >= first_day) as days,
      quantile_disc(date_diff('day', business_date, settlement_date), 0.5) filter (settlement_date < first_day) as earlier_days
    from core.payment
    where known_to is null and kind = 'payment' and is_money_moved and occurrence = 1
      and settlement_date >= core.earlier_first(first_day, day_after) and settlement_date < day_after
      and (settlement_date >= first_day or settlement_date < core.earlier_end(first_day, day_after))
    group by grouping sets ((currency), (currency, coalesce(method, 'unknown')))
  ),
  summed as (
    select
      currency,
      method,
      count(*) filter (is_now) as line_count,
      coalesce(sum(amount) filter (is_now), 0) as amount,
      coalesce(sum(fee) filter (is_now), 0) as fee,
      count(*) filter (not is_now) as earlier_count,
      coalesce(sum(amount) filter (not is_now), 0) as earlier_amount,
      coalesce(sum(fee) filter (not is_now), 0) as earlier_fee
    from paid
    group by grouping sets ((currency), (currency, method))
  ),
  -- each day of a period of several days, also one without payments, with the same weekdays before
  day as (
    select
      summed.currency,
      day.day::date as business_date,
      count(*) filter (paid.is_now and paid.business_date = day.day) as line_count,
      coalesce(sum(paid.amount) filter (paid.is_now and paid.business_date = day.day), 0) as amount,
      coalesce(sum(paid.fee) filter (paid.is_now and paid.business_date = day.day), 0) as fee,
      count(*) filter (not paid.is_now) as earlier_count,
      coalesce(sum(paid.amount) filter (not paid.is_now), 0) as earlier_amount,
      coalesce(sum(paid.fee) filter (not paid.is_now), 0) as earlier_fee,
      len(list_filter(
        range(core.earlier_first(first_day, day_after)::timestamp, core.earlier_end(first_day, day_after)::timestamp, interval 1 day),
        lambda earlier: isodow(earlier) = isodow(day.day)
      )) as weekday_count
    from summed
    cross join judged
    cross join range(first_day::timestamp, day_after::timestamp, interval 1 day) as day (day)
    left join paid on paid.currency = summed.currency and isodow(paid.business_date) = isodow(day.day)
    where summed.method is null and day_after - first_day > 1 and day.day <= judged.last_judged
    group by summed.currency, day.day
  ),
  measured as (
    select summed.currency, summed.method, null::date as business_date, line_count, amount, fee, earlier_count, earlier_amount, earlier_fee,
      settled.days as usual_days, settled.earlier_days as earlier_usual_days
    from summed
    left join settled on settled.currency = summed.currency and settled.method is not distinct from summed.method
    union all
    select day.currency, null, business_date, line_count, amount, fee, core.part_of(earlier_count, 1, weekday_count, 0)::bigint,
      core.part_of(earlier_amount, 1, weekday_count, currency.exponent), core.part_of(earlier_fee, 1, weekday_count, currency.exponent), null, null
    from day
    inner join staging.currency as currency on currency.currency = day.currency
  ),
  -- the least change of an amount, and of a fee, that is material
  least as (
    select
      currency,
      coalesce((materiality::json ->> 'percent')::decimal(9, 4), 20) as percent,
      coalesce((materiality::json -> 'minimum' ->> currency)::decimal(38, 4), core.part_of(earlier_amount, 2, 100, 4)) as amount,
      coalesce((materiality::json -> 'minimum' ->> currency)::decimal(38, 4), core.part_of(earlier_fee, 2, 100, 4)) as fee
    from summed
    where method is null
  ),
  compared as (
    select
      measured.*,
      least.percent,
      least.amount as least_amount,
      least.fee as least_fee,
      measured.amount - measured.earlier_amount as change,
      -- what the payments would have cost at the earlier rate
      measured.fee - core.part_of(measured.earlier_fee, measured.amount, measured.earlier_amount, 4) as fee_change,
      coalesce(judged.first_judged <= core.earlier_first(first_day, day_after), false) as is_known,
      -- a part of a period is not compared with all of the earlier one
      judged.last_judged >= day_after - 1 or measured.business_date is not null as is_whole
    from measured
    inner join least on least.currency = measured.currency
    cross join judged
  )
  select
    the_company as company,
    currency,
    method,
    business_date,
    case when business_date is not null then 3 when method is not null then 2 else 1 end as list_order,
    if(is_known, core.earlier_first(first_day, day_after), null) as earlier_from,
    if(is_known, core.earlier_end(first_day, day_after) - 1, null) as earlier_to,
    line_count,
    if(is_known, earlier_count, null)::bigint as earlier_count,
    amount::decimal(38, 4) as amount,
    if(is_known, earlier_amount, null)::decimal(38, 4) as earlier_amount,
    if(is_known, change, null)::decimal(38, 4) as change,
    if(is_known, core.part_of(change, 100, earlier_amount, 1), null)::decimal(18, 1) as change_percent,
    core.part_of(amount, 1, line_count, currency.exponent) as average_amount,
    if(is_known, core.part_of(earlier_amount, 1, earlier_count, currency.exponent), null) as earlier_average_amount,
    core.part_of(fee, 100, amount, 4) as fee_percent,
    if(is_known, core.part_of(earlier_fee, 100, earlier_amount, 4), null) as earlier_fee_percent,
    usual_days::integer as usual_days,
    if(is_known, earlier_usual_days, null)::integer as earlier_usual_days,
    meaning is not null as is_material,
    meaning
  from (
    select
      *,
      case
        when not is_known or not is_whole then null
        when abs(change) >= least_amount and abs(change) * 100 > earlier_amount * percent
          then case
            when amount = 0 then 'No payments; there were some before.'
            when earlier_amount = 0 then 'New; no payments before.'
            when change > 0 then 'The amount is materially higher.'
            else 'The amount is materially lower.'
          end
        when abs(fee_change) >= least_fee and abs(fee_change) * 100 > abs(fee - fee_change) * percent
          then if(fee_change > 0, 'The fee rate is materially higher.', 'The fee rate is materially lower.')
        when amount >= least_amount and abs(usual_days - earlier_usual_days) * 100 > earlier_usual_days * percent
          then if(usual_days > earlier_usual_days, 'Settlement takes longer.', 'Settlement is faster.')
      end as meaning
    from compared
  ) as marked
  inner join staging.currency as currency using (currency)
  where the_company = core.this_company()
);

comment on macro table mart.trend is 'Payments of a period against the period before it, by currency, method and day: amount, count, average, fee rate and settlement time. What stands out?';
