-- grain: one rejected row of a file
-- key: receipt_id, line_no, reason_code
-- reads: staging.rejected_row, raw.receipt, core.company_input, core.rejected_day, core.rejected_answer, core.successor,
-- core.refused_receipt, core.unusable_decision
create or replace view publish.rejected_row as
select
  receipt.company, receipt.source, receipt.kind, receipt.file_name, rejected.file_id as receipt_id, rejected.line_no, rejected.reason_code,
  rejected.reason, rejected.raw_text, receipt.received_at, rejected.business_date,
  case
    when receipt.kind = 'decision'
      then exists (select 1 from core.unusable_decision as unusable where unusable.file_id = rejected.file_id and unusable.is_in_force)
    when input.coverage = 'list'
      then exists (select 1 from core.rejected_answer as answer where answer.file_id = rejected.file_id)
    else exists (
      select 1
      from core.rejected_day as day
      where day.file_id = rejected.file_id and day.business_date = coalesce(rejected.business_date, day.business_date)
    )
    or not exists (select 1 from core.successor as successor where successor.file_id = rejected.file_id)
  end as is_in_force
from staging.rejected_row as rejected
inner join raw.receipt as receipt on receipt.file_id = rejected.file_id
left join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
union all
select
  company, source, kind, file_name, file_id, null, load_code, load_message, null, received_at, null,
  case
    when receipt.kind = 'decision'
      then exists (select 1 from core.unusable_decision as unusable where unusable.file_id = receipt.file_id and unusable.is_in_force)
    else exists (select 1 from core.refused_receipt as refused where refused.file_id = receipt.file_id)
  end
from raw.receipt as receipt
-- that the payout service does not know a recipient is an answer, and an item of the reconciliation of recipients
where load_status = 'refused' and load_code is distinct from 'RECIPIENT_UNKNOWN';

create table if not exists mart.rejected_row as from publish.rejected_row limit 0;

comment on table mart.rejected_row is 'Rejected rows and files, as received. What was rejected, and why?';
comment on column mart.rejected_row.company is 'Company, as named in the configuration.';
comment on column mart.rejected_row.source is 'Connector: gateway, payout or files; otherwise the part of tieout that recorded it.';
comment on column mart.rejected_row.kind is 'Kind of file or page.';
comment on column mart.rejected_row.file_name is 'Name of the file.';
comment on column mart.rejected_row.receipt_id is 'Receipt number in the landing index.';
comment on column mart.rejected_row.line_no is 'Line number, from 1.';
comment on column mart.rejected_row.reason_code is 'Reason code.';
comment on column mart.rejected_row.reason is 'Reason, in one sentence.';
comment on column mart.rejected_row.raw_text is 'Row as received.';
comment on column mart.rejected_row.received_at is 'Time of receipt.';
comment on column mart.rejected_row.business_date is 'Business day in the time zone of the company.';
comment on column mart.rejected_row.is_in_force is 'Whether it still makes its days incomplete, or would: no later file replaces it.';
