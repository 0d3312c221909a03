-- fires: opening_balance
-- corrupts: the opening balance that was taken on is one cent too high
update core.opening_item set amount = amount + 0.01
where known_to is null and item = 'balance' and company = $company
