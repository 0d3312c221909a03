-- What the causes are computed from. It has only open items, so that a run costs by what is open and not by history.
-- grain: one open item, and what links it to others
-- key: break_id
-- records: the records that the item is about, each as kind:key; items that share one have the same cause
-- effect: the difference as money due to the company (positive) or held without being due (negative), whichever side it is on
-- measure: amount, or fee where only the fee differs
-- missing_of: order or payment where the item is one whose payment is missing in the statement; gross: the amount of that payment
-- located: the parts of a day that a control total was narrowed down to, as JSON; is_negated: their sign is the opposite of the effect's
-- net_effect: the effect of a day's total on the balance
create table recon.cause_item (
  break_id text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  outcome text not null,
  reason_code text,
  reason text not null,
  records text[] not null,
  effect decimal(38, 4) not null,
  measure text not null,
  missing_of text,
  reference text,
  gross decimal(38, 4),
  occurred_at timestamptz,
  located text,
  is_negated boolean,
  net_effect decimal(38, 4),
  first_seen_on date not null
);

-- grain: one open item, with the cause to which it belongs
-- key: break_id
-- counted: the part of its effect that the cause counts; 0 where other causes explain a control total (is_explained)
create table recon.cause_member (
  break_id text not null,
  company text not null,
  cause_id text not null,
  counted decimal(38, 4) not null,
  is_explained boolean not null
);

-- The causes of the open items before the last run of each company, from which a cause keeps its id.
-- grain: one open item
-- key: break_id
create table recon.cause_before (
  break_id text not null,
  company text not null,
  cause_id text not null
);

-- grain: one cause of open items and control differences: a record, or records with a proven one-to-one link
-- key: cause_id
-- business_date: the first day of its items; lead_*: the item that describes the cause
-- debit: due to the company; credit: held without being due
-- is_difference: it has a break, a suggestion or a control difference; otherwise its items are outstanding
-- status: open, or decided when all of its differences are
create table recon.cause (
  cause_id text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  last_day date not null,
  debit decimal(38, 4) not null,
  credit decimal(38, 4) not null,
  net decimal(38, 4) not null,
  item_count bigint not null,
  reconciliations text[] not null,
  lead_reconciliation text not null,
  lead_outcome text not null,
  lead_reason_code text,
  reason text not null,
  is_difference boolean not null,
  status text not null
);

-- The undecided causes that begin on the day. A cause of several days is counted on its first one.
alter table recon.verdict add column cause_count bigint;
alter table recon.verdict add column unexplained_debit decimal(38, 4);
alter table recon.verdict add column unexplained_credit decimal(38, 4);
alter table recon.verdict add column unexplained_net decimal(38, 4);
