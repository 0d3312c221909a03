-- statement: record_of
-- The record of one side of an item, with the line from which it was read. Null where there is no record.
create or replace macro recon.record_of(the_key, the_reference, happened_at, the_receipt_id, the_line_no) as (
  if(coalesce(the_key::text, the_receipt_id::text) is not null, {
    'key': the_key::text, 'reference': the_reference::text, 'at': happened_at::timestamptz, 'receipt_id': the_receipt_id::integer,
    'line_no': the_line_no::bigint
  }, null)
);

-- statement: record_of_line
-- A statement line as the record of a side.
create or replace macro recon.record_of_line(line) as (
  recon.record_of(line.payment_key, line.reference, coalesce(line.paid_at, line.created_at), line.receipt_id, line.line_no)
);

-- statement: item_of
-- Rows of a reconciliation as items. A column that the rows lack is empty; an outcome that they lack is that which the head of the
-- reconciliation declares for the reason code, or matched without one. The rows give the record of a side, or its columns.
-- grain: one item
-- key: item_key
-- reads: the rows named by `items`, recon.reason, recon.item
create or replace macro recon.item_of(the_reconciliation, items) as table (
  with
  given as (
    select
      * exclude (run_id, reconciliation, break_id),
      recon.record_of(null, null, null, null, null) as left_record,
      left_record as right_record
    from recon.item
    where false
    union all by name
    select * from query_table(items)
  )
  select given.* exclude (left_record, right_record) replace (
    coalesce(given.outcome, declared.outcome, if(given.reason_code is null, 'matched', null)) as outcome,
    coalesce(left_record.key, left_key) as left_key, coalesce(left_record.reference, left_reference) as left_reference,
    coalesce(left_record.at, left_at) as left_at, coalesce(left_record.receipt_id, left_receipt_id) as left_receipt_id,
    coalesce(left_record.line_no, left_line_no) as left_line_no,
    coalesce(right_record.key, right_key) as right_key, coalesce(right_record.reference, right_reference) as right_reference,
    coalesce(right_record.at, right_at) as right_at, coalesce(right_record.receipt_id, right_receipt_id) as right_receipt_id,
    coalesce(right_record.line_no, right_line_no) as right_line_no,
    left_amount::decimal(38, 4) as left_amount,
    right_amount::decimal(38, 4) as right_amount,
    right_minus_left::decimal(38, 4) as right_minus_left
  )
  from given
  left join recon.reason as declared on declared.reconciliation = the_reconciliation and declared.reason_code = given.reason_code
  order by currency, business_date, item_key
);

-- statement: bridge_of
-- Lines of a control as a bridge.
-- grain: one line of a bridge
-- key: currency, business_date, subject, measure, line_no
-- reads: the lines named by `lines`
create or replace macro recon.bridge_of(lines) as table (
  select
    currency, business_date, subject, measure, line_no, line_code, title, line_amount::decimal(38, 4) as amount, is_total,
    is_residual
  from query_table(lines)
  order by currency, business_date, subject, measure, line_no
);
