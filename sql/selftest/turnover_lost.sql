-- fires: check input_missing
-- corrupts: the turnover of one day is lost
delete from core.turnover
where company = $company
  and business_date = (select max(business_date) from core.turnover where company = $company and business_date < $period_end::date)
