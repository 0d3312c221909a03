-- The day by which an input for a business day arrives, by its cadence (daily, weekly, monthly) and the ISO weekday or day of the
-- month on which it is due.
create or replace macro core.due_on(business_date, cadence, due) as (
  case cadence
    when 'weekly' then business_date + (due - isodow(business_date) + 6)::integer % 7 + 1
    when 'monthly' then (date_trunc('month', business_date) + interval 1 month)::date + (due - 1)::integer
    else business_date + 1
  end
);
