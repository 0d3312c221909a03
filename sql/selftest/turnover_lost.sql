-- fires: check input_day
-- corrupts: the gateway's turnover of a day is missing
delete from raw.receipt
where company = $company
  and kind in (select kind from core.company_input where company = $company and input = 'turnover')
  and window_from = (
    select max(timezone(company.zone, turnover.business_date::timestamp))
    from core.turnover as turnover
    inner join core.company as company on company.company = turnover.company
    where turnover.company = $company
      and turnover.business_date >= $period_start::date and turnover.business_date < $period_end::date
  )
