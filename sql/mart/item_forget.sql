-- Removes the rows of mart.item that are out of date.
-- reads: recon.item_changed
delete from mart.item where break_id in (select break_id from recon.item_changed);
