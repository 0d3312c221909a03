-- fires: gateway_balance
-- corrupts: a statement line of the last day is missing
delete from core.payment
where rowid = (
  select max(rowid) from core.payment
  where company = $company and known_to is null and is_money_moved and occurrence = 1
    and business_date = $period_end::date - 1
)
