-- The events of the gateway's callbacks that report a movement of money.
-- grain: one event
-- key: event
-- reads: nothing
create or replace view staging.callback_event as
select event, kind
from (values
  ('purchase.paid', 'payment'),
  ('purchase.captured', 'payment'),
  ('payment.refunded', 'refund'),
  ('payment.charged_back', 'chargeback'),
  ('payment.chargeback_reversed', 'chargeback_reversal')
) as known (event, kind);
