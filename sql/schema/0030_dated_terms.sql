-- from_day: the first business day of payment for which a fee or a term counts, until the next one; null where it always did
alter table core.fee_rule add column from_day date;
alter table core.company_setting add column from_day date;
