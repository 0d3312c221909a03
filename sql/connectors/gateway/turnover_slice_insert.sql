-- Adds what one answer about a part of a day's turnover says. Without it a difference is only less well known, so that
-- an answer with a total missing is no reason to doubt the day.
insert into core.turnover_slice
select company, currency, business_date, direction, window_from, window_to, methods, products, flows, amount, fee, payment_count, file_id
from staging.turnover_slice($file_id)
where amount is not null and fee is not null and payment_count is not null
