-- fires: statement_formats | missing_right | missing_in_second
-- corrupts: a line is missing in the statement's second format
delete from core.compared_line
where rowid = (
  select max(line.rowid)
  from core.compared_line as line
  inner join core.statement_pair as pair on pair.second_file_id = line.file_id
  where line.company = $company and line.is_money_moved and line.reject_reason is null
    and line.business_date >= $period_start::date and line.business_date < $period_end::date
)
