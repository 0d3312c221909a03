-- subjects of: opening_balance
-- grain: one account whose opening balance was taken on, on the first business day
-- key: company, currency, business_date, subject
-- reads: core.opening_item, core.company_terms
create or replace macro recon.opening_balance_subject(period_start, period_end) as table (
  select item.company, item.currency, terms.starts_on as business_date, item.item_id as subject,
    'No balance was received for ' || item.item_id || ' at the first cut-off.' as no_figures,
    'Fetch the first business day again (tieout run --refresh), or correct the account in the take-on file.' as what_to_do
  from core.opening_item as item
  inner join core.company_terms as terms on terms.company = item.company
  where item.known_to is null and item.item = 'balance' and terms.starts_on >= period_start and terms.starts_on < period_end
);
