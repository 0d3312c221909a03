-- statement: is_record
-- Whether a rejected row may be a record that is now missing. A total, a repeated header, a further item of an order, a remark
-- below the lines, a callback without a proven signature, a line that is not booked and a row that continues a description are not.
create or replace macro staging.is_record(reason_code) as (
  reason_code not in (
    'summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed', 'not_booked', 'continuation'
  )
);
