-- statement: day_with_breaks
-- fires: check close_gate
-- corrupts: a reconciled day has a break
update recon.verdict set verdict = 'breaks', break_count = break_count + 1
where rowid = (
  select rowid from recon.verdict
  where business_date >= $period_start::date and business_date < $period_end::date
    and verdict in ('reconciled', 'reconciled_with_timing')
  order by business_date desc, currency
  limit 1
);

-- statement: verdict_lost
-- fires: check close_gate
-- corrupts: a day has not been reconciled
delete from recon.verdict
where business_date = (
  select max(business_date) from recon.verdict
  where business_date >= $period_start::date and business_date < $period_end::date
    and verdict in ('reconciled', 'reconciled_with_timing')
);
