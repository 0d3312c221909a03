-- statement: callback_amount_by_a_cent
-- fires: callbacks_to_statement
-- corrupts: the amount of a callback is one cent too high
update core.callback set amount = amount + 0.01
where rowid = (
  select max(rowid) from core.callback
  where is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
);

-- statement: callback_forged
-- fires: callbacks_to_statement
-- corrupts: the signature of a callback is not valid for any key
update core.callback set is_signed = false
where rowid = (
  select min(rowid) from core.callback
  where is_signed and kind is not null
    and business_date >= $period_start::date and business_date < $period_end::date
);

-- statement: callback_lost
-- fires: callbacks_to_statement
-- corrupts: a callback is missing
delete from core.callback
where rowid = (
  select max(rowid) from core.callback
  where is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
);

-- statement: callback_of_another_method
-- fires: callbacks_to_statement | status_differs | method_differs
-- corrupts: a callback reports another payment method than the statement
with
-- callbacks that agree with their line, by a name of the specification
agreeing as (
  select callback.object_key, callback.method, callback.business_date
  from core.callback_now as callback
  inner join recon.item as item
    on item.reconciliation = 'callbacks_to_statement' and item.outcome = 'matched'
    and item.left_key = callback.kind || ':' || callback.object_key
  inner join core.payment_now as line
    on line.payment_key = item.right_key and line.occurrence = 1
  where callback.kind = 'payment' and callback.method = line.method
    and callback.method in (select word from staging.statement_word where field = 'payment_method' and word not in ('razer', 'unknown'))
),
corrupted as (
  select one.object_key, other.method
  from agreeing as one
  inner join agreeing as other on other.method <> one.method
  where one.business_date >= $period_start::date and one.business_date < $period_end::date
  order by one.object_key, other.object_key
  limit 1
)
update core.callback set method = corrupted.method
from corrupted
where callback.is_signed and callback.object_key = corrupted.object_key;

-- statement: callback_of_another_payment
-- fires: callbacks_to_statement | control_breach | identifier_differs
-- corrupts: a callback has another id than the payment with its reference
update core.callback set object_key = 'another-' || object_key
where rowid = (
  select max(callback.rowid)
  from core.callback as callback
  inner join recon.item as agreed
    on agreed.reconciliation = 'callbacks_to_statement' and agreed.outcome = 'matched'
    and agreed.left_key = callback.kind || ':' || callback.object_key
  where callback.is_signed and callback.kind = 'payment' and callback.reference is not null
    and callback.business_date >= $period_start::date and callback.business_date < $period_end::date
);

-- statement: callback_of_other_mode
-- fires: callbacks_to_statement | control_breach | other_mode
-- corrupts: a callback is of test mode while the statements are live, or the reverse
update core.callback
set is_test = not (select is_test from core.gateway_mode)
where rowid = (
  select callback.rowid
  from core.callback as callback
  inner join recon.item as agreed
    on agreed.reconciliation = 'callbacks_to_statement' and agreed.outcome = 'matched'
    and agreed.left_key = callback.kind || ':' || callback.object_key
  inner join core.gateway_mode as gateway_mode on gateway_mode.is_test is not null
  where agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and callback.is_signed
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: callback_without_line
-- fires: callbacks_to_statement
-- corrupts: a callback reports a payment that does not exist
insert into core.callback
select * replace (callback_key || '-other' as callback_key, object_key || '-other' as object_key, 'none' as reference)
from core.callback
where rowid = (
  select min(rowid) from core.callback
  where is_signed and kind = 'payment'
    and business_date >= $period_start::date and business_date < $period_end::date
);
