-- fires: check close_blocker
-- corrupts: a reconciled day has a break
update recon.verdict set verdict = 'breaks', break_count = break_count + 1
where rowid = (
  select rowid from recon.verdict
  where company = $company and business_date >= $period_start::date and business_date < $period_end::date
    and verdict in ('reconciled', 'reconciled_with_timing')
  order by business_date desc, currency
  limit 1
)
