-- The vendors' words and what they mean here. What is not in these tables is not understood, and is rejected by name.

-- grain: one currency; key: currency. Exponents of ISO 4217; symbols as they stand before amounts in files.
create table staging.currency (currency text primary key, exponent integer not null, symbols text[] not null);
insert into staging.currency values
  ('AED', 2, ['AED']), ('AUD', 2, ['AUD', 'A$']), ('BDT', 2, ['BDT']), ('BHD', 3, ['BHD']), ('BND', 2, ['BND', 'B$']),
  ('CAD', 2, ['CAD', 'C$']), ('CHF', 2, ['CHF']), ('CNY', 2, ['CNY', 'RMB']), ('DKK', 2, ['DKK']), ('EUR', 2, ['EUR', '€']),
  ('GBP', 2, ['GBP', '£']), ('HKD', 2, ['HKD', 'HK$']), ('IDR', 2, ['IDR', 'Rp']), ('INR', 2, ['INR', '₹']),
  ('JOD', 3, ['JOD']), ('JPY', 0, ['JPY', '¥']), ('KHR', 2, ['KHR']), ('KRW', 0, ['KRW', '₩']), ('KWD', 3, ['KWD']),
  ('LAK', 2, ['LAK']), ('LKR', 2, ['LKR']), ('MMK', 2, ['MMK']), ('MYR', 2, ['MYR', 'RM']), ('NOK', 2, ['NOK']),
  ('NPR', 2, ['NPR']), ('NZD', 2, ['NZD', 'NZ$']), ('OMR', 3, ['OMR']), ('PHP', 2, ['PHP', '₱']), ('PKR', 2, ['PKR']),
  ('QAR', 2, ['QAR']), ('SAR', 2, ['SAR']), ('SEK', 2, ['SEK']), ('SGD', 2, ['SGD', 'S$']), ('THB', 2, ['THB', '฿']),
  ('TND', 3, ['TND']), ('TRY', 2, ['TRY']), ('TWD', 2, ['TWD', 'NT$']), ('USD', 2, ['USD', 'US$', '$']),
  ('VND', 0, ['VND', '₫']), ('ZAR', 2, ['ZAR']);

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
