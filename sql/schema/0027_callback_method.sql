-- method: the payment method that the callback states; null where it states none, or was loaded before this was kept
alter table core.callback add column method text;
