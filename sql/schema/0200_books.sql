-- grain: one line of one of the merchant's own files (orders, bank statement), its cells by column name, as text
-- key: file_id, line_no
create table raw.book_line (
  file_id integer not null,
  line_no bigint not null,
  cells json not null
);

-- grain: one version of one order of the merchant; key: company, order_id, known_from
create table core.merchant_order (
  company text not null,
  order_id text not null,
  reference text,
  currency text not null,
  amount money not null,
  is_paid boolean not null,
  status text not null,
  refunded money not null,
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

-- grain: one line of the merchant's bank account; key: company, bank_line_key
create table core.bank_line (
  company text not null,
  bank_line_key text not null,
  booked_on date not null,
  value_on date,
  currency text not null,
  amount money not null,
  description text,
  reference text,
  balance money_sum,
  file_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null
);

-- grain: one rule of the fees that a company agreed with the gateway; key: company, method, currency (null: any)
create table core.fee_rule (
  company text not null,
  method text not null,
  currency text,
  flat money not null,
  percent decimal(9, 4) not null,
  minimum money not null
);

alter table core.company add column has_orders boolean default false;
alter table core.company add column has_bank boolean default false;
-- What a deposit at the bank stands for: the gateway's disbursements, or its settlements.
alter table core.company add column deposits_are text default 'disbursements';
-- Only bank lines whose description holds this are deposits of the gateway; null: every deposit is.
alter table core.company add column deposit_text text;
