-- fires: check close_blocker
-- corrupts: one green day was never judged
delete from recon.verdict
where rowid = (
  select min(rowid) from recon.verdict
  where company = $company and verdict in ('reconciled', 'reconciled_with_timing')
    and business_date >= $period_start::date and business_date < $period_end::date
)
