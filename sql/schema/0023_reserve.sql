-- is_reserved_stated: whether the gateway's answer states what is reserved; null where it was loaded before this was kept
alter table core.gateway_balance add column is_reserved_stated boolean;
