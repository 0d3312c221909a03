-- The first day on which what the gateway sent is known: the company's first business day, to which open items were taken on, or
-- a week after the first statement line, since earlier transfers may still arrive.
-- grain: one company with a first business day or a statement line
-- key: company
-- reads: core.company_terms, core.payment_now
create or replace view core.first_day as
select terms.company, coalesce(terms.starts_on, min(payment.business_date) + 7) as known_from
from core.company_terms as terms
left join core.payment_now as payment on payment.company = terms.company
group by terms.company, terms.starts_on;
