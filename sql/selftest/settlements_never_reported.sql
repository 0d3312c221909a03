-- fires: control register | not_made | payments_to_settlement
-- corrupts: no statement ever reported a settlement
update core.payment set settled_at = null, settlement_date = null
where company = $company
