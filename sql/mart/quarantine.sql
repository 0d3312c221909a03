-- The files and answers that were refused: they are kept as received, and no figure is made from them. They are evidence of what a
-- service sent, and what a later version can read is loaded from here, as long as the content is kept (is_removed). A recipient that
-- the service does not know is an answer.
-- asked_count, next_ask_at: as in core.asked_again, for answers that were refused by their content and are not replaced; answers of
-- other kinds that did not satisfy the same request are counted with them
-- grain: one refused file, page or answer
-- key: receipt_id
-- reads: raw.receipt, core.refused_receipt, core.asked_again
create or replace view publish.quarantine as
select
  receipt.company,
  receipt.source,
  receipt.kind,
  receipt.file_id as receipt_id,
  receipt.file_name,
  receipt.received_at,
  receipt.currency,
  receipt.window_from,
  receipt.window_to,
  receipt.load_code as reason_code,
  rtrim(
    case
      when receipt.load_remedy is null then receipt.load_message
      else left(receipt.load_message, len(receipt.load_message) - len(receipt.load_remedy))
    end
  ) as reason,
  receipt.load_line as line_no,
  receipt.load_remedy as what_to_do,
  receipt.bytes as byte_count,
  receipt.sha256,
  asked.asked_count,
  asked.last_asked_at,
  asked.next_ask_at,
  refused.file_id is null as is_replaced,
  receipt.is_removed
from raw.receipt as receipt
left join core.refused_receipt as refused on refused.file_id = receipt.file_id
left join core.asked_again as asked on asked.file_id = refused.file_id
where receipt.load_status = 'refused'
  and receipt.load_code is distinct from 'RECIPIENT_UNKNOWN';

create table if not exists mart.quarantine as from publish.quarantine limit 0;

comment on table mart.quarantine is 'Files and answers that were refused. What was refused, why, how large is it, and has something replaced it?';
comment on column mart.quarantine.company is 'Company, as named in the configuration.';
comment on column mart.quarantine.source is 'Connector: gateway, payout or files; otherwise the part of tieout that recorded it.';
comment on column mart.quarantine.kind is 'Kind of file or page.';
comment on column mart.quarantine.receipt_id is 'Receipt number in the landing index.';
comment on column mart.quarantine.file_name is 'Name of the file.';
comment on column mart.quarantine.received_at is 'Time of receipt.';
comment on column mart.quarantine.currency is 'ISO 4217 code of the amounts, if it is known.';
comment on column mart.quarantine.window_from is 'Start of the requested window, inclusive; null if it has none.';
comment on column mart.quarantine.window_to is 'End of the requested window, exclusive.';
comment on column mart.quarantine.reason_code is 'Code of the error.';
comment on column mart.quarantine.reason is 'Why it was refused.';
comment on column mart.quarantine.line_no is 'Line that the reason names, if it names one.';
comment on column mart.quarantine.what_to_do is 'What to do about it.';
comment on column mart.quarantine.byte_count is 'Size in bytes.';
comment on column mart.quarantine.sha256 is 'SHA-256 of the content, by which the file is named in landing/objects.';
comment on column mart.quarantine.asked_count is 'How often the service was asked for it; null for files, for what did not arrive, and once it is replaced.';
comment on column mart.quarantine.last_asked_at is 'Time of the last answer; null as asked_count.';
comment on column mart.quarantine.next_ask_at is 'Time from which a run asks again; null where it is not asked again, and as asked_count.';
comment on column mart.quarantine.is_replaced is 'Whether a later file or answer replaces it.';
comment on column mart.quarantine.is_removed is 'Whether its content is no longer kept, because refused files were larger than retention.quarantine_mib. The row stays.';
