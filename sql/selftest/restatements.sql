-- statement: line_restated
-- fires: restatements
-- corrupts: the days of the last statement were judged with a whole statement before it arrived
insert into recon.whole_statement_day
select -1, payment.company, payment.currency, payment.business_date, max(statement.received_at) - interval 1 second
from core.payment as payment
cross join (
  select max_by(received_at, receipt_id) as received_at
  from raw.receipt
  where company = $company and kind = 'statement' and load_status = 'loaded' and window_to is not null
) as statement
where payment.company = $company and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
  and statement.received_at is not null
group by payment.company, payment.currency, payment.business_date;
