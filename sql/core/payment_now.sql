-- grain: one payment, refund, disbursement or chargeback in its current version
-- key: company, payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;
