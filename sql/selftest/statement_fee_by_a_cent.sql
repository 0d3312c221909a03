-- fires: statement_to_turnover
-- corrupts: the fee of one line of the statement is one cent more
update core.payment set fee = fee + 0.01
where rowid = (
  select max(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1
    and business_date >= $period_start::date and business_date < $period_end::date
)
