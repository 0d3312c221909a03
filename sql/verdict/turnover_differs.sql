-- Whether the statement and the turnover of any day of a period differ.
-- reads: recon.statement_to_turnover
select true as is_found
from recon.statement_to_turnover($from::date, $to::date)
where company = $company and is_residual and amount <> 0
limit 1
