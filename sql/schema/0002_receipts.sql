-- grain: one receipt: one file or page as it was received
-- key: file_id
-- file_id: the receipt's number in the landing index; load_status: loaded, repeated, refused or noted
create table raw.receipt (
  file_id integer not null,
  source text not null,
  kind text not null,
  company text not null,
  batch_id text,
  page integer,
  is_last_page boolean,
  request_path text,
  request_query text,
  currency text,
  zone text not null,
  window_from timestamptz,
  window_to timestamptz,
  received_at timestamptz not null,
  bytes bigint not null,
  sha256 text not null,
  ext text not null,
  file_name text not null,
  load_status text not null,
  load_code text,
  load_message text,
  header_line integer,
  row_count bigint not null default 0,
  rejected_count bigint not null default 0
);

-- grain: one record of a JSON answer, as it was received
-- key: file_id, record_no
create table raw.json_record (
  file_id integer not null,
  record_no integer not null,
  body json not null
);

-- grain: one record of a file that its connector reads itself, its cells by name, as text
-- key: file_id, line_no
create table raw.file_record (
  file_id integer not null,
  line_no bigint not null,
  cells json not null
);

-- grain: one rejected row, kept with the reason
-- key: file_id, line_no, reason_code
create table staging.rejected_row (
  file_id integer not null,
  line_no bigint not null,
  reason_code text not null,
  reason text not null,
  raw_text text,
  business_date date
);
