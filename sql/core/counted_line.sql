-- grain: one statement line that the gateway's turnover includes
-- key: company, payment_key
-- reads: core.payment_now
create or replace view core.counted_line as
select
  company,
  currency,
  business_date,
  direction,
  payment_key,
  reference,
  amount,
  fee,
  paid_at,
  core.filter_word(method) as method,
  core.filter_word(product) as product,
  core.filter_word(flow) as flow,
  file_id,
  line_no
from core.payment_now
where is_money_moved and occurrence = 1;
