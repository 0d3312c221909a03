-- statement: statement_format_amount_by_a_cent
-- fires: statement_formats | amount_differs | amount_differs
-- corrupts: an amount is one cent higher in the statement's second format
update core.compared_line set amount = amount + 0.01
where rowid = (
  select max(line.rowid)
  from core.compared_line as line
  inner join core.statement_pair as pair on pair.second_receipt_id = line.receipt_id
  where line.is_money_moved and line.reject_reason is null
    and line.business_date >= $period_start::date and line.business_date < $period_end::date
);

-- statement: statement_format_line_dropped
-- fires: statement_formats | missing_right | missing_in_second
-- corrupts: a line is missing in the statement's second format
delete from core.compared_line
where rowid = (
  select max(line.rowid)
  from core.compared_line as line
  inner join core.statement_pair as pair on pair.second_receipt_id = line.receipt_id
  where line.is_money_moved and line.reject_reason is null
    and line.business_date >= $period_start::date and line.business_date < $period_end::date
);
