-- statement: month_content
-- The content of the records of a period, as known now: whether a closed month is still the one that was sealed. What happens to a
-- record later without changing it, such as the settlement of a payment or the refund of an order, is not part of its content.
-- record: statement_line, order, bank_line, payout, payout_movement, ledger_balance
-- sha256: of the records, one on a line, in the order of their text
-- grain: one kind of record
-- key: record
-- reads: core.payment_now, core.merchant_order, core.bank_line_now, core.payout, core.payout_movement, core.ledger_balance
create or replace macro core.month_content(the_company, first_day, day_after) as table (
  with content as (
    select
      'statement_line' as record,
      concat_ws(
        '|', payment_key, occurrence, kind, direction, currency, amount, fee, net_amount, is_money_moved, business_date, reference
      ) as text
    from core.payment_now
    where company = the_company and business_date >= first_day and business_date < day_after
    union all
    select 'order', concat_ws('|', order_id, currency, amount, is_paid, business_date, reference)
    from core.merchant_order
    where company = the_company and known_to is null and business_date >= first_day and business_date < day_after
    union all
    select 'bank_line', concat_ws('|', bank_line_key, booked_on, currency, amount)
    from core.bank_line_now
    where company = the_company and booked_on >= first_day and booked_on < day_after
    union all
    select 'payout', concat_ws('|', payout_id, recipient_id, currency, amount, business_date)
    from core.payout
    where company = the_company and known_to is null and business_date >= first_day and business_date < day_after
    union all
    select 'payout_movement', concat_ws('|', movement_id, ledger_kind, currency, amount, fee, net_amount, business_date)
    from core.payout_movement
    where company = the_company and known_to is null and business_date >= first_day and business_date < day_after
    union all
    select 'ledger_balance', concat_ws('|', account, currency, balance_on, balance)
    from core.ledger_balance
    where company = the_company and known_to is null and balance_on >= first_day and balance_on < day_after
  )
  select record, count(*) as record_count, sha256(string_agg(text, chr(10) order by text)) as sha256
  from content
  group by record
);
