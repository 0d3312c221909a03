-- fires: statement_to_turnover
-- corrupts: one line of the statement is lost
delete from core.payment
where rowid = (
  select min(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1 and direction = 'incoming'
    and business_date >= $period_start::date and business_date < $period_end::date
)
