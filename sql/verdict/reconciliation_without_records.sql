-- The reconciliations that can find no record of the company: an input that they need is not set up, and nothing was received for it.
-- What must be made by subject is left out: the subjects say what is missing.
-- grain: one reconciliation
-- reads: recon.reconciliation, core.company_input, raw.receipt
with without as (
  select input.input
  from core.company_input as input
  left join (select distinct kind from raw.receipt where company = $company) as received on received.kind = input.kind
  where input.company = $company
  group by input.input
  having not bool_or((input.is_configured and input.coverage is not null) or received.kind is not null)
)
select reconciliation.reconciliation
from recon.reconciliation as reconciliation
where not reconciliation.has_subjects
  and list_has_any(reconciliation.needs, (select coalesce(list(input), []) from without))
