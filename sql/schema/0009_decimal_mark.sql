-- decimal_mark: the mark before the decimals of the amounts in the file; null where it is a point
alter table raw.receipt add column decimal_mark text;
