-- grain: one company of the configuration
-- key: company
create table core.company (
  company text not null,
  zone text not null,
  currencies text[] not null
);

-- grain: one kind of receipt that a connector of a company brings
-- key: company, connector, kind
-- input: what the kind is to the rules, whatever its connector calls it (statement, turnover, payouts …)
-- is_configured: whether the company uses the connector now; receipts of one that it used before stay what they are
-- coverage: when a receipt covers a business day (window, day, list, file); null for a kind that no day requires
-- scope: every currency of the company (currency), or those of its payout accounts (account_currency)
-- reason: what is missing, as a sentence
create table core.company_input (
  company text not null,
  connector text not null,
  kind text not null,
  input text not null,
  is_configured boolean not null,
  coverage text,
  scope text,
  reason text
);

-- grain: one term of a company's configuration that the rules read
-- key: company, name
create table core.company_setting (
  company text not null,
  connector text not null,
  name text not null,
  value text not null
);

-- grain: one rule of the fees that a company agreed with the gateway
-- key: company, method, currency
-- currency: null where the rule is for any
create table core.fee_rule (
  company text not null,
  method text not null,
  currency text,
  flat decimal(18, 4) not null,
  percent decimal(9, 4) not null,
  minimum decimal(18, 4) not null
);

-- grain: one version of one payment, refund, disbursement or chargeback, as a statement reported it
-- key: company, payment_key, occurrence, known_from
-- occurrence: above 1 where a statement repeats the line; known_to: null in the current version
create table core.payment (
  company text not null,
  payment_key text not null,
  occurrence integer not null,
  kind text not null,
  direction text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4) not null,
  net_amount decimal(18, 4) not null,
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

-- grain: one answer of the gateway for one company, currency, business day and direction
-- key: file_id, direction
create table core.turnover (
  company text not null,
  currency text not null,
  business_date date not null,
  direction text not null,
  amount decimal(38, 4) not null,
  fee decimal(38, 4) not null,
  payment_count bigint not null,
  file_id integer not null,
  known_from timestamptz not null
);

-- grain: one direction of one answer about a part of a day's turnover, requested to locate a difference
-- key: file_id, direction
-- methods, products, flows: null where the answer is about all of them
create table core.turnover_slice (
  company text not null,
  currency text not null,
  business_date date not null,
  direction text not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  methods text[],
  products text[],
  flows text[],
  amount decimal(38, 4) not null,
  fee decimal(38, 4) not null,
  payment_count bigint not null,
  file_id integer not null
);

-- grain: one reading of the gateway's balance
-- key: file_id, currency
create table core.gateway_balance (
  company text not null,
  currency text not null,
  balance_at timestamptz not null,
  balance decimal(38, 4) not null,
  fee decimal(38, 4) not null,
  reserved decimal(38, 4) not null,
  gross_balance decimal(38, 4) not null,
  pending_outgoing decimal(38, 4) not null,
  available_balance decimal(38, 4) not null,
  file_id integer not null,
  known_from timestamptz not null
);

-- grain: one reading of a payout account
-- key: file_id, account_id
create table core.payout_account (
  company text not null,
  account_id bigint not null,
  currency text not null,
  status text not null,
  approvals_needed integer,
  payout_fee decimal(18, 4),
  payout_fee_type text,
  verification_fee decimal(18, 4),
  convertible_balance decimal(38, 4),
  current_balance decimal(38, 4) not null,
  observed_at timestamptz not null,
  file_id integer not null,
  record_no integer not null
);

-- grain: one version of one record of the payout account's ledger
-- key: company, movement_id, known_from
-- ledger_kind: allocation (into the account), payout (to a recipient), verification (of a recipient's bank account)
-- settlement_on: the settlement day that an allocation comes from; approval_zone: the time zone of its approval deadline
create table core.payout_movement (
  company text not null,
  movement_id bigint not null,
  ledger_kind text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4) not null,
  net_amount decimal(18, 4) not null,
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

-- grain: one version of one payout instruction
-- key: company, payout_id, known_from
create table core.payout (
  company text not null,
  payout_id bigint not null,
  recipient_id bigint,
  currency text,
  amount decimal(18, 4) not null,
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

-- grain: one version of one recipient: the bank account paid
-- key: company, recipient_id, known_from
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
  updated_at timestamptz,
  deleted_at timestamptz,
  file_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one order of the merchant
-- key: company, order_id, known_from
create table core.merchant_order (
  company text not null,
  order_id text not null,
  reference text,
  currency text not null,
  amount decimal(18, 4) not null,
  is_paid boolean not null,
  status text not null,
  refunded decimal(18, 4) not null,
  customer_name text,
  customer_email text,
  payment_key text,
  placed_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no bigint not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one line of the merchant's bank account
-- key: company, bank_line_key
create table core.bank_line (
  company text not null,
  bank_line_key text not null,
  booked_on date not null,
  value_on date,
  currency text not null,
  amount decimal(18, 4) not null,
  description text,
  reference text,
  balance decimal(38, 4),
  file_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null
);

-- grain: one event that the gateway reported, however often it was delivered
-- key: company, callback_key, is_signed
-- kind: what moved; null where the event is not about money. is_signed: the signature is valid for one of the company's keys
-- is_test: whether the message is of test mode; null where it does not say
create table core.callback (
  company text not null,
  callback_key text not null,
  object_key text not null,
  event text not null,
  kind text,
  currency text,
  amount decimal(18, 4),
  reference text,
  status text,
  is_signed boolean not null,
  occurred_at timestamptz not null,
  reported_at timestamptz not null,
  received_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  is_test boolean
);
