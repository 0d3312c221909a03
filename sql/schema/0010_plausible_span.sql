-- The first and the last day that a date in the file may have, by the company's terms when the file was received.
alter table raw.receipt add column earliest_day date;
alter table raw.receipt add column latest_day date;
