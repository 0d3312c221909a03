-- The reconciliations that cannot find a record of the company, so that running them would not change a result: apart from the
-- statement, each of their inputs is neither set up nor was ever received, and the company has taken on no open item. A missing
-- statement is not enough, because orders and deposits without a statement are breaks. Reconciliations by subject are always run:
-- their subjects say what is missing.
-- grain: one reconciliation
-- reads: recon.reconciliation, core.company_input, core.opening_item, raw.receipt
with without as (
  select input.input
  from core.company_input as input
  left join (select distinct kind from raw.receipt where company = $company) as received on received.kind = input.kind
  where input.company = $company and input.input <> 'statement'
  group by input.input
  having not bool_or((input.is_configured and input.coverage is not null) or received.kind is not null)
),
compared as (
  select reconciliation, unnest(list_filter(needs, lambda input: input <> 'statement')) as input
  from recon.reconciliation
  where not has_subjects
)
select compared.reconciliation
from compared
left join without on without.input = compared.input
-- an item that is taken on becomes an order, a payment or a deposit, whichever inputs are set up
where not exists (select 1 from core.opening_item as taken_on where taken_on.company = $company)
group by compared.reconciliation
having bool_and(without.input is not null)
