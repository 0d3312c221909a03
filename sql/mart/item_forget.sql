-- Removes the items that mart.item does not have as they are now.
-- reads: recon.item_changed
delete from mart.item where break_id in (select break_id from recon.item_changed);
