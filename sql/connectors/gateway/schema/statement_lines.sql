-- grain: how one statement file writes its figures, by the evidence of its lines
-- key: receipt_id
-- fee_sign: 1 where a fee that is charged is positive, -1 where it is negative
-- outgoing_sign: for outgoing money, in figures without a sign, net is amount plus (1) or less (-1) fee
-- has_fee: whether a line states a fee; reserve_millionths: the share of each payment that a reserve withholds, declared or
-- recognised; reserve_count: the lines that withhold it
-- checked_count: lines whose amount, fee and net can be compared and are not all equal; agreeing_count: those that agree
-- swapped_count: those of them that would agree as well with fee and net exchanged, and make more sense
create table raw.statement_convention (
  receipt_id integer not null,
  fee_sign integer not null,
  outgoing_sign integer not null,
  has_fee boolean not null,
  reserve_millionths integer,
  is_reserve_recognised boolean not null,
  reserve_count bigint not null,
  checked_count bigint not null,
  agreeing_count bigint not null,
  swapped_count bigint not null,
  example_line bigint,
  example_figures text[]
);
