-- grain: one direction of one answer about a part of a day's turnover, asked to find where a difference lies
-- key: file_id, direction; methods, products and flows are null where the answer is about all of them
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
  amount money_sum not null,
  fee money_sum not null,
  payment_count bigint not null,
  file_id integer not null
);
