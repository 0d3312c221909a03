-- grain: one line of one statement that was received in two formats for the same window, typed
-- key: file_id, line_no
-- Lines of both files, so that one can be compared with the other. They are not payments: those are in core.payment.
-- reject_reason: why the line was rejected; null where it was accepted
create table core.compared_line (
  company text not null,
  file_id integer not null,
  line_no bigint not null,
  payment_key text not null,
  payment_id text,
  occurrence integer not null,
  kind text,
  direction text,
  currency text,
  amount decimal(18, 4),
  fee decimal(18, 4),
  net_amount decimal(18, 4),
  reference text,
  related_to text,
  status text,
  is_money_moved boolean,
  method text,
  product text,
  flow text,
  country text,
  created_at timestamptz,
  paid_at timestamptz,
  settled_at timestamptz,
  business_date date,
  reject_reason text
);
