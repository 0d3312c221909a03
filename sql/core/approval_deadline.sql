-- When the approval of an allocation is due: always at noon in the time zone of the payout service. By the
-- specification that is noon of the day after the request; live records show the next noon, which is that of the settlement
-- day. By default an allocation is overdue when both have passed.
create or replace macro core.approval_deadline(created_at, settlement_on, rule, zone) as (
  timezone(zone, case rule
    when 'next_noon' then date_trunc('day', timezone(zone, created_at) + interval 12 hours) + interval 12 hours
    when 'noon_of_next_day' then date_trunc('day', timezone(zone, created_at)) + interval 36 hours
    else greatest(
      date_trunc('day', timezone(zone, created_at)) + interval 36 hours,
      coalesce(settlement_on::timestamp + interval 12 hours, date_trunc('day', timezone(zone, created_at)))
    )
  end)
);
