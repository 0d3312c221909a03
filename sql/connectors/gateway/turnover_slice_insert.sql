-- Adds the totals of answers about parts of a day's turnover. They only help to locate a difference, so an answer with a
-- missing total is left out and does not make the day incomplete.
insert into core.turnover_slice
select company, currency, business_date, direction, window_from, window_to, methods, products, flows, amount, fee, payment_count, file_id
from staging.turnover_slice($file_id, $last_file_id)
where amount is not null and fee is not null and payment_count is not null
