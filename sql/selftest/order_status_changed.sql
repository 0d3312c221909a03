-- fires: orders_to_statement
-- corrupts: one paid order is cancelled
update core.book_order set is_paid = false, status = 'cancelled'
where rowid = (
  select max(rowid) from core.book_order
  where company = $company and known_to is null and is_paid
    and business_date >= $period_start::date and business_date < $period_end::date
)
