-- grain: one company and kind of list; key: those two. When the list was last read to its end.
-- reads: raw.receipt
create or replace view core.list_read_at as
select company, kind, max(received_at) as read_at
from raw.receipt
where kind in ('accounts', 'send_limits', 'send_instructions', 'bank_accounts') and is_last_page
group by company, kind;
