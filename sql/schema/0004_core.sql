-- grain: one company of the configuration; key: company
create table core.company (
  company text primary key,
  zone text not null,
  currencies text[] not null,
  has_gateway boolean not null,
  has_payout boolean not null
);

-- grain: one version of one payment, refund, disbursement or chargeback, as a statement told it
-- key: company, payment_key, known_from; the version that holds now has known_to null
create table core.payment (
  company text not null,
  payment_key text not null,
  occurrence integer not null,
  kind text not null,
  direction text not null,
  currency text not null,
  amount money not null,
  fee money not null,
  net_amount money not null,
  reference text,
  related_to text,
  status text not null,
  is_money_moved boolean not null,
  method text,
  product text,
  flow text,
  country text,
  description text,
  customer_name text,
  customer_email text,
  created_at timestamptz,
  paid_at timestamptz,
  settled_at timestamptz,
  business_date date,
  file_id integer not null,
  line_no bigint not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one answer of the gateway for one company, currency, business day and direction; key: file_id, direction
create table core.turnover (
  company text not null,
  currency text not null,
  business_date date not null,
  direction text not null,
  amount money_sum not null,
  fee money_sum not null,
  payment_count bigint not null,
  file_id integer not null,
  known_from timestamptz not null
);

-- grain: one reading of the gateway's balance; key: file_id, currency
create table core.gateway_balance (
  company text not null,
  currency text not null,
  balance_at timestamptz not null,
  balance money_sum not null,
  fee money_sum not null,
  reserved money_sum not null,
  gross_balance money_sum not null,
  pending_outgoing money_sum not null,
  available_balance money_sum not null,
  file_id integer not null,
  known_from timestamptz not null
);

-- grain: one reading of a payout account; key: file_id, account_id
create table core.payout_account (
  company text not null,
  account_id bigint not null,
  currency text not null,
  status text not null,
  approvals_needed integer,
  send_fee money,
  send_fee_type text,
  verification_fee money,
  convertible_balance money_sum,
  current_balance money_sum not null,
  observed_at timestamptz not null,
  file_id integer not null,
  record_no integer not null
);

-- grain: one version of one record of the send-limit ledger; key: company, send_limit_id, known_from
-- ledger_kind: allocation (into the limit), send (to a recipient), verification (of a bank account)
create table core.send_limit (
  company text not null,
  send_limit_id bigint not null,
  ledger_kind text not null,
  currency text not null,
  amount money not null,
  fee money not null,
  net_amount money not null,
  status text not null,
  from_settlement date,
  approvals_required integer,
  approvals_received integer,
  send_instruction_id bigint,
  bank_account_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one send instruction; key: company, send_instruction_id, known_from
create table core.send_instruction (
  company text not null,
  send_instruction_id bigint not null,
  bank_account_id bigint,
  currency text,
  amount money not null,
  state text not null,
  reference text,
  description text,
  email text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one recipient's bank account; key: company, bank_account_id, known_from
create table core.bank_account (
  company text not null,
  bank_account_id bigint not null,
  status text not null,
  account_number text,
  bank_code text,
  name text,
  reference text,
  rejection_reason text,
  created_at timestamptz,
  deleted_at timestamptz,
  file_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);
