-- grain: one version of one payment, refund, disbursement or chargeback, as a statement reported it
-- key: payment_key, occurrence, known_from
-- occurrence: above 1 where a statement repeats the line; known_to: null in the current version
-- withheld: the amount of the line that the gateway keeps as a reserve; null where the line states no net amount
-- is_net_stated: whether the statement states a net amount and fees, so that amount less fee and withheld can be compared
-- settlement_date: the day of settled_at in the zone of the company, stored because converting a time costs a hundred times as
-- much as reading a day
-- customer_key: the keyed hash of the customer (staging.customer_key), which stays readable where the name is masked
create table core.payment (
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
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  known_to timestamptz,
  withheld decimal(18, 4),
  is_net_stated boolean,
  settlement_date date,
  customer_key text
);

-- grain: one answer of the gateway for one currency, business day and direction
-- key: receipt_id, direction
create table core.turnover (
  currency text not null,
  business_date date not null,
  direction text not null,
  amount decimal(38, 4) not null,
  fee decimal(38, 4) not null,
  payment_count bigint not null,
  receipt_id integer not null,
  known_from timestamptz not null
);

-- grain: one direction of one answer about a part of a day's turnover, requested to locate a difference
-- key: receipt_id, direction
-- methods, products, flows: null where the answer is about all of them
create table core.turnover_slice (
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
  receipt_id integer not null
);

-- grain: one reading of the gateway's balance
-- key: receipt_id, currency
-- is_reserved_stated: whether the gateway's answer states what is reserved
create table core.gateway_balance (
  currency text not null,
  balance_at timestamptz not null,
  balance decimal(38, 4) not null,
  fee decimal(38, 4) not null,
  reserved decimal(38, 4) not null,
  gross_balance decimal(38, 4) not null,
  pending_outgoing decimal(38, 4) not null,
  available_balance decimal(38, 4) not null,
  receipt_id integer not null,
  known_from timestamptz not null,
  is_reserved_stated boolean
);

-- grain: one reading of a payout account
-- key: receipt_id, account_id
-- verification_fee_type: how the fee for verifying a recipient is charged, flat or percentage
-- updated_at: when the service last changed the account; its terms are no newer
create table core.payout_account (
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
  receipt_id integer not null,
  record_no integer not null,
  verification_fee_type text,
  updated_at timestamptz
);

-- grain: one version of one record of the payout account's ledger
-- key: movement_id, known_from
-- ledger_kind: allocation (into the account), payout (to a recipient), verification (of a recipient's bank account)
-- settlement_on: the settlement day that an allocation comes from; approval_zone: the time zone of its approval deadline
-- approvals_listed: approvals given in the list of the request's approvals; null where the record has no list
-- first_approved_at, last_approved_at: when they were given
create table core.payout_movement (
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
  receipt_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz,
  approvals_listed integer,
  first_approved_at timestamptz,
  last_approved_at timestamptz
);

-- grain: one version of one payout instruction
-- key: payout_id, known_from
-- paid_account_number, paid_bank_code, paid_name: the bank account that the service states with the payout
create table core.payout (
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
  receipt_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz,
  paid_account_number text,
  paid_bank_code text,
  paid_name text
);

-- grain: one version of one recipient: the bank account paid
-- key: recipient_id, known_from
create table core.recipient (
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
  receipt_id integer not null,
  line_no integer not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one order of the merchant
-- key: order_id, known_from
-- has_refunded: whether the shop's file states what was refunded of the order
-- customer_key: the keyed hash of the customer, the same as of their payments
-- is_refund_missing: whether the file leaves the refunded amount of a paid order empty although it has 0 where nothing was refunded
create table core.merchant_order (
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
  receipt_id integer not null,
  line_no bigint not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz,
  ended_by integer,
  has_refunded boolean,
  is_refund_missing boolean,
  customer_key text
);

-- grain: one version of one line of the merchant's bank account
-- key: bank_line_key, known_from
-- A file that covers a day replaces the lines that earlier files had of it.
-- known_to: null in the current version; ended_by: the receipt_id of the file that ended the version
-- is_reversal: the bank marks the line as a reversal of another line
-- account: the bank account, as its file names it; entry_id: the bank's own reference of the entry
create table core.bank_line (
  bank_line_key text not null,
  booked_on date not null,
  value_on date,
  currency text not null,
  amount decimal(18, 4) not null,
  description text,
  reference text,
  balance decimal(38, 4),
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  known_to timestamptz,
  ended_by integer,
  is_reversal boolean,
  account text,
  entry_id text
);

-- grain: one event that the gateway reported, however often it was delivered
-- key: callback_key, is_signed
-- kind: what moved; null where the event is not about money. is_signed: the signature is valid for one of the company's keys
-- is_test: whether the message is of test mode; null where it does not say
-- method: the payment method that the callback states; null where it is not stated
create table core.callback (
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
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  is_test boolean,
  method text
);

-- grain: one event of the payout service's webhooks, however often it was delivered
-- key: event_key
-- kind: whose status it reports: allocation, instruction or recipient; null where the type of the event is not known
-- business_date: the day of the object, as in the ledgers; of a recipient, the day of the event
create table core.payout_event (
  event_key text not null,
  kind text,
  object_id bigint,
  status text,
  currency text,
  amount decimal(18, 4),
  reference text,
  recipient_id bigint,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  business_date date not null,
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null
);

-- grain: one line of one statement that was received in two formats for the same window, typed
-- key: receipt_id, line_no
-- Lines of both files, so that one can be compared with the other. They are not payments: those are in core.payment.
-- reject_reason: why the line was rejected; null where it was accepted
create table core.compared_line (
  receipt_id integer not null,
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

-- The requests that were made to the services of a company.
-- grain: one request with its repetitions
-- key: requests_receipt_id, request_no
-- requests_receipt_id: the receipt that keeps the requests of a run; receipt_id: that of the answer, null without a receipt
-- asked_pause_ms: the part of pause_ms that the service asked for
create table core.request (
  requests_receipt_id integer not null,
  request_no integer not null,
  service text not null,
  operation text not null,
  statement_id text,
  page_no integer,
  currency text,
  window_from timestamptz,
  window_to timestamptz,
  first_asked_at timestamptz not null,
  ended_at timestamptz not null,
  attempt_count integer not null,
  rate_limit_count integer not null,
  pause_ms bigint not null,
  asked_pause_ms bigint not null,
  outcome text not null,
  status integer,
  error_code text,
  last_latency_ms bigint not null,
  total_ms bigint not null,
  byte_count bigint not null,
  receipt_id integer
);
