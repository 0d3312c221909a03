-- The outcome that a reason stands for. The table is written anew by every run.
alter table recon.reason add column outcome text;
