-- How many business days a transfer from the gateway to the bank takes, learned from those with the same reference on both
-- sides: the median, and the time within which 19 of 20 arrive plus one day. Requires five transfers; otherwise the
-- reconciliation uses three and four business days.
-- grain: one company and currency
-- key: company, currency
-- reads: core.bank_deposit, core.gateway_deposit, core.business_day
create or replace view derive.deposit_lag as
select
  sent.company,
  sent.currency,
  count(*) as seen,
  quantile_disc(booked_day.business_number - sent_day.business_number, 0.5)::integer as usual_days,
  quantile_disc(booked_day.business_number - sent_day.business_number, 0.95)::integer + 1 as high_days
from core.gateway_deposit as sent
inner join core.bank_deposit as deposit
  on deposit.company = sent.company and deposit.currency = sent.currency and deposit.reference = sent.reference
inner join core.business_day as sent_day on sent_day.of_company = sent.company and sent_day.on_day = sent.sent_on
inner join core.business_day as booked_day on booked_day.of_company = sent.company and booked_day.on_day = deposit.booked_on
where deposit.booked_on - sent.sent_on between 0 and 31 and deposit.again_of is null
group by sent.company, sent.currency
having count(*) >= 5;

create table if not exists core.deposit_lag as from derive.deposit_lag limit 0;
