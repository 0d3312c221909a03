-- How many business days settlements take as long as too few have been seen: usually, and at most.
alter table core.company add column settlement_usual_days integer default 2;
alter table core.company add column settlement_most_days integer default 5;
