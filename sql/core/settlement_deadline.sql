-- statement: payment_to_settle
-- The payments that the gateway settles: money moved, and they were not refunded or charged back before their settlement.
-- grain: one payment in its current version
-- key: payment_key
-- reads: core.payment_now, core.company
create or replace view core.payment_to_settle as
select payment.*, company.zone
from core.payment_now as payment
cross join core.company as company
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
  and (payment.settled_at is not null or payment.status in ('paid', 'cleared', 'settled', 'success', 'completed'));

-- statement: settlement_deadline
-- When the payments of a day by one method are expected to be settled, and from when on they are a break: learned
-- (core.settlement_lag), or configured for the day of payment (core.settlement_term).
-- grain: one day of payments by one method
-- key: currency, method, business_date
-- reads: core.payment_to_settle, core.settlement_lag, core.settlement_term, core.counted_day
create or replace view core.settlement_deadline as
select
  day.currency,
  day.method,
  day.business_date,
  lag.basis,
  lag.seen_count,
  case lag.basis when 'configuration' then term.usual_days else lag.usual_days end as usual_days,
  lag.is_in_business_days,
  usual.on_day as expected_on,
  high.on_day + 1 as becomes_break_on
from (select distinct currency, coalesce(method, 'unknown') as method, business_date from core.payment_to_settle) as day
inner join core.settlement_lag as lag
  on lag.currency = day.currency and lag.method = day.method
  and lag.weekday = isodow(day.business_date)
inner join core.settlement_term as term on day.business_date between term.first_day and term.last_day
left join core.counted_day as paid
  on paid.is_in_business_days = lag.is_in_business_days and paid.on_day = day.business_date
left join core.counted_day as usual
  on usual.is_in_business_days = lag.is_in_business_days and usual.is_counted
  and usual.day_number = paid.day_number + case lag.basis when 'configuration' then term.usual_days else lag.usual_days end
left join core.counted_day as high
  on high.is_in_business_days = lag.is_in_business_days and high.is_counted
  and high.day_number = paid.day_number + case lag.basis when 'configuration' then term.most_days else lag.high_days end;
