-- The period that a file of the merchant states, and whether its accepted lines contradict it. The first and the last day of a
-- period may be partial. A bank dates a line by its transaction and chooses the lines by their posting, which follows some business
-- days later: lines of the week before the first day are no contradiction.
-- grain: one file that states a period
-- key: file_id
-- is_contradicted: a line is outside the period, so that the period is not that of the lines
-- reads: raw.stated_span, raw.receipt, raw.file_span
create or replace view core.stated_period as
select
  stated.file_id,
  stated.first_day,
  stated.last_day,
  receipt.kind in ('orders', 'bank_statement') and coalesce(
    line.first_day < stated.first_day - case receipt.kind when 'bank_statement' then 7 else 1 end
    or line.last_day > stated.last_day + 1,
    false
  ) as is_contradicted
from raw.stated_span as stated
inner join raw.receipt as receipt on receipt.file_id = stated.file_id
left join raw.file_span as line on line.file_id = stated.file_id;
