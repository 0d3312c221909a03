-- When approval of a send limit is due, always at noon in Malaysia. The specification says noon of the day after the
-- request; live records show the next noon, which is that of their settlement's day. A record is late when both are over.
create or replace macro core.approval_deadline(created_at, from_settlement, rule) as (
  timezone('Asia/Kuala_Lumpur', case rule
    when 'next_noon' then date_trunc('day', timezone('Asia/Kuala_Lumpur', created_at) + interval 12 hours) + interval 12 hours
    when 'noon_of_next_day' then date_trunc('day', timezone('Asia/Kuala_Lumpur', created_at)) + interval 36 hours
    else greatest(
      date_trunc('day', timezone('Asia/Kuala_Lumpur', created_at)) + interval 36 hours,
      coalesce(from_settlement::timestamp + interval 12 hours, date_trunc('day', timezone('Asia/Kuala_Lumpur', created_at)))
    )
  end)
);
