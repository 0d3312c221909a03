-- subjects of: fees_to_schedule
-- grain: one payment method that was charged on a day, whether or not the schedule has a rule for it
-- key: company, currency, business_date, subject
-- reads: core.payment_now
create or replace macro recon.fees_to_schedule_subject(period_start, period_end) as table (
  select distinct company, currency, business_date, coalesce(method, 'unknown') as subject
  from core.payment_now
  where kind = 'payment' and is_money_moved and occurrence = 1 and business_date >= period_start and business_date < period_end
);
