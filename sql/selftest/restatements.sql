-- statement: line_restated
-- fires: restatements
-- corrupts: the days of the newest lines were judged with a whole statement before these arrived
insert into recon.whole_statement_day
select -1, payment.currency, payment.business_date, max(payment.known_from) - interval 1 second
from core.payment as payment
where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
group by payment.currency, payment.business_date;
