-- fires: check close_blocker
-- corrupts: a day has not been reconciled
delete from recon.verdict
where company = $company and business_date = (
  select max(business_date) from recon.verdict
  where company = $company and business_date >= $period_start::date and business_date < $period_end::date
    and verdict in ('reconciled', 'reconciled_with_timing')
)
