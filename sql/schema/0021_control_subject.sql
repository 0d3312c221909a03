-- no_figures: what it means where the control has no figures for the subject; what_to_do: what a person can do about it
alter table recon.control_subject add column no_figures text;
alter table recon.control_subject add column what_to_do text;

-- no_figures: what it means where a control has no figures for a day that its inputs cover; null where nothing is known
alter table recon.reconciliation add column no_figures text;

-- the first day that a bridge over several days covers; null where it covers its own day
alter table recon.bridge_line add column covers_from date;
