-- The reconciliations that need not be run for the company: beside the statement, nothing that they compare is set up, nothing was ever
-- received for it, and no open item was taken on. The results are those of running all. Reconciliations by subject are always run:
-- their subjects say what is missing. The statement alone is no reason: a book without a statement has items.
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
