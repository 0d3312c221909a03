-- subjects of: opening_balance
-- grain: one account whose opening balance was taken on, on the first business day
-- key: company, currency, business_date, subject
-- reads: core.opening_item, core.company_terms
create or replace macro recon.opening_balance_subject(period_start, period_end) as table (
  select item.company, item.currency, terms.starts_on as business_date, item.item_id as subject
  from core.opening_item as item
  inner join core.company_terms as terms on terms.company = item.company
  where item.known_to is null and item.item = 'balance' and terms.starts_on >= period_start and terms.starts_on < period_end
);
