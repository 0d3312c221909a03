-- fires: statement_to_turnover | amount_differs | amount_differs
-- corrupts: the gateway's turnover of a day is one cent too high
update core.turnover set amount = amount + 0.01
where rowid = (
  select turnover.rowid
  from core.turnover as turnover
  inner join recon.item as agreed
    on agreed.reconciliation = 'statement_to_turnover' and agreed.outcome = 'matched' and agreed.company = turnover.company
    and agreed.currency = turnover.currency and agreed.business_date = turnover.business_date and agreed.left_key = turnover.direction
    and agreed.right_file_id = turnover.file_id
  where turnover.company = $company and turnover.business_date >= $period_start::date and turnover.business_date < $period_end::date
  order by turnover.business_date desc, turnover.currency, turnover.direction
  limit 1
)
