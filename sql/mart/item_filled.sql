-- mart.item is up to date.
delete from recon.item_changed;
