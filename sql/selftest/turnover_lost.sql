-- fires: check input_missing
-- corrupts: the gateway's turnover of a day never came
delete from core.turnover
where company = $company and business_date = (
  select max(business_date) from core.turnover where company = $company and business_date >= $period_start::date and business_date < $period_end::date
)
