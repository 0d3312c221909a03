-- fires: orders_to_statement
-- corrupts: one paid order is lost
delete from core.book_order
where rowid = (
  select min(rowid) from core.book_order
  where company = $company and known_to is null and is_paid
    and business_date >= $period_start::date and business_date < $period_end::date
)
