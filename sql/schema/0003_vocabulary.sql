-- The vendors' words and what they mean here. What is not in these tables is not understood, and is rejected by name.

-- Filled from src/domain/currencies.ts whenever a warehouse is opened by a version with another list.
-- grain: one currency; key: currency. Exponents of ISO 4217; symbols as files write them before or after amounts, the code among them.
create table staging.currency (currency text not null, exponent integer not null, symbols text[] not null);

-- grain: one word in the statement's Type column; key: word
create table staging.statement_type (word text primary key, kind text not null, direction text not null);
insert into staging.statement_type values
  ('purchase', 'payment', 'incoming'),
  ('purchase_charge', 'payment', 'incoming'),
  ('invoice', 'payment', 'incoming'),
  ('subscription', 'payment', 'incoming'),
  ('bank_payment', 'payment', 'incoming'),
  ('refund', 'refund', 'outgoing'),
  ('custom', 'disbursement', 'outgoing'),
  ('custom_payment', 'disbursement', 'outgoing'),
  ('payout', 'payout', 'outgoing'),
  ('chargeback', 'chargeback', 'outgoing'),
  ('chargeback_reversal', 'chargeback_reversal', 'incoming');

-- grain: one word in the statement's Status column; key: word
-- is_money_moved: the line counts in turnover and balance; the others are kept and shown, and carry no money.
create table staging.statement_status (word text primary key, is_money_moved boolean not null);
insert into staging.statement_status values
  ('paid', true), ('cleared', true), ('settled', true), ('refunded', true), ('partially_refunded', true),
  ('pending_refund', true), ('chargeback', true), ('charged_back', true), ('success', true), ('completed', true),
  ('created', false), ('sent', false), ('viewed', false), ('error', false), ('cancelled', false), ('overdue', false),
  ('expired', false), ('blocked', false), ('hold', false), ('released', false), ('pending_release', false),
  ('pending_capture', false), ('preauthorized', false), ('pending_execute', false), ('pending_charge', false),
  ('pending', false), ('failed', false);
