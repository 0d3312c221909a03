-- grain: one payment, refund, disbursement or chargeback as it is known now
-- key: company, payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;
