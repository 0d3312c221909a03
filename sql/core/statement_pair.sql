-- The newest statement of each window in either format, for companies that compare two formats.
-- grain: one window of one company and currency
-- key: company, currency, window_from, window_to
-- reads: raw.receipt, core.company_input
create or replace view core.statement_pair as
with received as (
  select receipt.*, input.input
  from raw.receipt as receipt
  inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
  where input.input in ('statement', 'statement_comparison')
    and receipt.load_status = 'loaded'
    and receipt.window_from is not null
    and exists (
      select 1
      from core.company_input as required
      where required.company = receipt.company and required.input = 'statement_comparison' and required.coverage is not null
    )
)
select
  company,
  currency,
  window_from,
  window_to,
  any_value(zone) as zone,
  max(file_id) filter (input = 'statement') as first_file_id,
  max_by(file_name, file_id) filter (input = 'statement') as first_file_name,
  max_by(upper(ext), file_id) filter (input = 'statement') as first_format,
  max(file_id) filter (input = 'statement_comparison') as second_file_id,
  max_by(file_name, file_id) filter (input = 'statement_comparison') as second_file_name,
  max_by(upper(ext), file_id) filter (input = 'statement_comparison') as second_format
from received
group by company, currency, window_from, window_to
having count(*) filter (input = 'statement') > 0 and count(*) filter (input = 'statement_comparison') > 0;
