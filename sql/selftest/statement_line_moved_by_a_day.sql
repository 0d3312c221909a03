-- fires: statement_to_turnover
-- corrupts: one line of the statement is of the day after
update core.payment set business_date = business_date + 1
where rowid = (
  select min(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1
    and business_date >= $period_start::date and business_date < $period_end::date
)
