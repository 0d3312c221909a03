-- grain: one accepted line of one statement file, as a payment
-- key: payment_key, occurrence
-- reads: staging.statement_line
-- In a statement without ids a line is identified by its content. A repeated line has a higher occurrence and stays a line of
-- its own: the reconciliations report it.
create or replace macro staging.statement_payment(the_file_id, the_zone) as table (
  with
  line as (
    select
      statement_line.*,
      coalesce(
        payment_id,
        'line-' || substr(md5(concat_ws('|', kind, reference, currency, amount, created_at, paid_at, description)), 1, 20)
      ) as payment_key
    from staging.statement_line(the_file_id, the_zone) as statement_line
  ),
  repeated as (
    select payment_key
    from line
    where reject_code is null
    group by payment_key
    having count(*) > 1
  ),
  occurrence as (
    select
      line.file_id,
      line.line_no,
      row_number() over (partition by line.payment_key order by line.line_no) as occurrence
    from line
    inner join repeated on repeated.payment_key = line.payment_key
    where line.reject_code is null
  )
  select
    line.*,
    coalesce(occurrence.occurrence, 1)::integer as occurrence
  from line
  left join occurrence on occurrence.line_no = line.line_no
);
