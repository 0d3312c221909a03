-- Adds the totals of turnover answers.
insert into core.turnover
select company, currency, business_date, direction, amount, fee, payment_count, file_id, known_from
from staging.turnover($file_id, $last_file_id)
where amount is not null and fee is not null and payment_count is not null
