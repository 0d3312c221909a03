-- withheld: what the gateway keeps back of the line as a reserve; null where the line states no net amount
-- is_net_stated: whether the statement states a net amount and fees, so that amount less fee and withheld can be compared
alter table core.payment add column withheld decimal(18, 4);
alter table core.payment add column is_net_stated boolean;
