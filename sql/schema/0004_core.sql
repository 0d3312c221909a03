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
  payout_fee money,
  payout_fee_type text,
  verification_fee money,
  convertible_balance money_sum,
  current_balance money_sum not null,
  observed_at timestamptz not null,
  file_id integer not null,
  record_no integer not null
);

-- grain: one version of one record of the payout account's ledger; key: company, movement_id, known_from
-- ledger_kind: allocation (into the account), payout (to a recipient), verification (of a recipient's bank account)
-- settlement_on: the settlement day that an allocation comes from; approval_zone: where its approval deadline is reckoned
create table core.payout_movement (
  company text not null,
  movement_id bigint not null,
  ledger_kind text not null,
  currency text not null,
  amount money not null,
  fee money not null,
  net_amount money not null,
  status text not null,
  settlement_on date,
  approvals_required integer,
  approvals_received integer,
  approval_zone text,
  payout_id bigint,
  recipient_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one payout instruction; key: company, payout_id, known_from
create table core.payout (
  company text not null,
  payout_id bigint not null,
  recipient_id bigint,
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

-- grain: one version of one recipient, that is a bank account that is paid; key: company, recipient_id, known_from
create table core.recipient (
  company text not null,
  recipient_id bigint not null,
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
