-- has_refunded: whether the shop's file states what was refunded of the order; null where it was loaded before this was kept
alter table core.merchant_order add column has_refunded boolean;
