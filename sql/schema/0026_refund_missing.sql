-- is_refund_missing: whether the file leaves the refunded amount of a paid order empty although it has 0 where nothing was refunded
alter table core.merchant_order add column is_refund_missing boolean;
