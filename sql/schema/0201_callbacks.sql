-- grain: one public key by which callbacks are checked; key: company, key_id
create table core.callback_key (
  company text not null,
  key_id text not null,
  pem text not null,
  file_id integer not null
);

-- grain: one event of the gateway's callbacks that tells of money; key: event
create table staging.callback_event (event text primary key, kind text not null);
insert into staging.callback_event values
  ('purchase.paid', 'payment'),
  ('purchase.captured', 'payment'),
  ('payment.refunded', 'refund'),
  ('payment.charged_back', 'chargeback'),
  ('payment.chargeback_reversed', 'chargeback_reversal');

-- grain: one thing that the gateway told, however often it was delivered; key: company, callback_key, is_signed
-- kind: what moved, or null where the event tells of no money; is_signed: one of the company's keys fits the signature
create table core.callback (
  company text not null,
  callback_key text not null,
  object_key text not null,
  event text not null,
  kind text,
  currency text,
  amount money,
  reference text,
  status text,
  is_signed boolean not null,
  occurred_at timestamptz not null,
  told_at timestamptz not null,
  received_at timestamptz not null,
  business_date date not null,
  file_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null
);

alter table core.company add column has_callbacks boolean default false;
