-- statement: opening_balance_by_a_cent
-- fires: opening_balance
-- corrupts: an opening balance is taken on that is one cent above the gateway's at the first cut-off
insert into core.opening_item
select
  'balance' as item, 'gateway' as item_id, null as reference, terms.starts_on - 1 as occurred_on, reading.currency,
  reading.balance + 0.01 as amount, 0 as fee, reading.receipt_id, 1 as line_no, reading.balance_at as known_from, null as known_to
from core.gateway_balance_at as reading
cross join core.company_terms as terms
where terms.starts_on >= $period_start::date and terms.starts_on < $period_end::date
  and reading.balance_at = timezone(terms.zone, terms.starts_on::timestamp);
