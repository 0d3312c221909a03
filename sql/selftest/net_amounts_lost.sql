-- fires: control register | not_made | line_arithmetic
-- corrupts: the statement of one day states no net amounts
update core.payment set is_net_stated = false
where company = $company and known_to is null and is_money_moved and business_date = (
  select max(other.business_date)
  from core.payment as other
  where other.company = $company and other.known_to is null and other.is_net_stated and other.kind = 'payment'
    and other.business_date >= $period_start::date and other.business_date < $period_end::date
)
