-- The detail of a line in which two formats of a statement differ, as people read it; null where the line has none.
-- `compared` is a row of core.compared_line.
create or replace macro core.compared_text(difference, compared, zone) as (
  case difference
    when 'amount' then core.money_text(compared.currency, compared.amount)
    when 'currency' then compared.currency
    when 'type' then replace(compared.kind, '_', ' ') || ', ' || compared.direction
    when 'fee' then core.money_text(compared.currency, compared.fee)
    when 'net' then core.money_text(compared.currency, compared.net_amount)
    when 'status' then compared.status
    when 'paid' then strftime(timezone(zone, compared.paid_at), '%-d %b %Y %H:%M:%S')
    when 'settled' then strftime(timezone(zone, compared.settled_at), '%-d %b %Y %H:%M:%S')
    when 'created' then strftime(timezone(zone, compared.created_at), '%-d %b %Y %H:%M:%S')
    when 'reference' then compared.reference
    when 'method' then compared.method
    when 'id' then compared.payment_id
    else concat_ws(', ', compared.related_to, compared.product, compared.flow, compared.country)
  end
);
