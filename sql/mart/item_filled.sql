-- mart.item has every item as it is now.
delete from recon.item_changed;
