-- statement: statement
-- The statements of a company as of the end of the last day: the gateway clearing account, the proof of deposits, and the payout
-- account. The balances and what stands between them depend on the last day alone, so a day's statement and a month's agree; the
-- roll-forward goes from the first day to the last. A statement is reconciled to the books where the ledger has a balance of the account
-- at the end of the last day.
-- grain: one line of one statement
-- key: statement, currency, subject, part, line_no, line_code, kind
-- part: balance (from one balance to the other), roll_forward, composition (what the balance consists of), open (beside the balance),
-- written_off (items written off within the limit in the period, by account), ageing (the open items by the days since they arose)
-- subject: the payout accounts of a currency; empty for the other statements
-- kind: kind of the items of a line that are in mart.composition, and their part in an ageing; sign: sign of their amounts
-- day_of: the day of the line: the release of a reserve, the reading from which a balance is derived, the oldest item
-- line_no: position of the line in its part; amount: signed, in major units; item_count: items of the line
-- due_on: the last day on which a deposit in transit is expected
-- reads: mart.composition, core.bank_line, core.bank_line_now, core.bank_statement, core.company, core.gateway_balance_at,
-- core.gateway_balance_known, core.gateway_deposit, core.gateway_movement, core.input_in_use, core.ledger_balance_now,
-- core.payout_balance, core.payout_moved, recon.verdict
create or replace macro mart.statement(the_company, first_day, day_after) as table (
  with
  cut_off as (
    select timezone(zone, first_day::timestamp) as opens_at, timezone(zone, day_after::timestamp) as closes_at
    from core.company
  ),
  -- items that arose or ended in the period, or stand at its start or end
  item as (
    select
      *,
      since_on < day_after and (ended_on is null or ended_on >= day_after) as is_standing,
      since_on < first_day and (ended_on is null or ended_on >= first_day) as is_opening,
      since_on >= first_day and since_on < day_after as is_new,
      ended_on is not null and ended_on >= first_day and ended_on < day_after as is_ended
    from mart.composition
    where since_on < day_after and (ended_on is null or ended_on >= first_day)
  ),
  ledger as (
    select role, currency, balance
    from core.ledger_balance_now
    where balance_on = day_after - 1
  ),
  -- the gateway clearing account
  gateway as (
    select
      closing.currency,
      closing.balance as closing_balance,
      closing.reserved,
      closing.pending_outgoing,
      closing.available_balance,
      opening.balance as opening_balance
    from core.gateway_balance_at as closing
    inner join cut_off on cut_off.closes_at = closing.balance_at
    left join core.gateway_balance_known as opening
      on opening.currency = closing.currency and opening.balance_at = cut_off.opens_at
  ),
  moved as (
    select
      currency,
      line_code,
      case when line_code = 'sales' then coalesce(method, 'unknown') end as method,
      sum(amount) as amount,
      sum(line_count) as item_count
    from core.gateway_movement(first_day, day_after)
    group by currency, line_code, case when line_code = 'sales' then coalesce(method, 'unknown') end
  ),
  reconciling as (
    select
      currency,
      kind,
      any_value(meaning) as meaning,
      if(amount < 0, -1, 1) as sign,
      sum(amount) as amount,
      count(*) as item_count,
      min(since_on) as oldest_on
    from item
    where statement = 'gateway' and part = 'reconciling' and is_standing
    group by currency, kind, if(amount < 0, -1, 1)
  ),
  -- by day for a week, then by month: a reserve may be held for half a year
  released as (
    select currency, if(ended_on < day_after + 7, ended_on, last_day(ended_on)) as release_on, sum(amount) as amount, count(*) as item_count
    from item
    where statement = 'gateway' and kind = 'reserved' and is_standing and ended_on is not null
    group by currency, if(ended_on < day_after + 7, ended_on, last_day(ended_on))
  ),
  -- what every statement has: what was written off, with the sign that it had between the balance and the books; and the ages at the end
  -- of the last day, where an item of that day is 0 days old
  common as (
    select statement, currency, 'written_off' as part, 10 as line_no, 'written_off' as line_code, account as kind,
      'Written off within the limit' as title, sum(if(item.part = 'unidentified', -item.amount, item.amount)) as amount,
      count(*) as item_count, null::date as oldest_on
    from item
    where is_ended and ended_by = 'written_off' and account is not null
    group by statement, currency, account
    union all
    select item.statement, item.currency, 'ageing', band.line_no, band.line_code, item.part, band.title, sum(item.amount), count(*),
      min(item.since_on)
    from item
    inner join (
      values (10, 'age_0_7', 'Up to 7 days', 0, 7), (20, 'age_8_30', '8 to 30 days', 8, 30), (30, 'age_31_60', '31 to 60 days', 31, 60),
        (40, 'age_61_90', '61 to 90 days', 61, 90), (50, 'age_91', 'Over 90 days', 91, 1000000)
    ) as band (line_no, line_code, title, first_age, last_age)
      on day_after - 1 - item.since_on between band.first_age and band.last_age
    where item.is_standing and item.part <> 'consists_of'
    group by item.statement, item.currency, item.part, band.line_no, band.line_code, band.title
  ),
  gateway_line as (
    select currency, 'balance' as part, 10 as line_no, 'balance_per_gateway' as line_code, null as kind, null as sign, 'Balance per gateway' as title,
      closing_balance as amount, null as item_count, null::date as day_of
    from gateway
    union all
    select currency, 'balance', if(sign > 0, 20, 30), if(sign > 0, 'add', 'less'), kind, sign, meaning, amount, item_count, oldest_on
    from reconciling
    semi join gateway on gateway.currency = reconciling.currency
    union all
    select currency, 'balance', 40, 'balance_per_ledger', null, null, 'Balance per ledger', balance, null, null
    from ledger
    semi join gateway on gateway.currency = ledger.currency
    where role = 'gateway'
    union all
    select currency, 'roll_forward', 10, 'opening', null, null, 'Opening balance per gateway', opening_balance, null, null from gateway
    union all
    select moved.currency, 'roll_forward', line.line_no, moved.line_code, moved.method, null, line.title, moved.amount, moved.item_count, null
    from moved
    semi join gateway on gateway.currency = moved.currency
    inner join (
      values ('sales', 20, 'Add: sales'), ('refunded', 30, 'Less: refunds'), ('charged_back', 40, 'Less: chargebacks'),
        ('chargeback_reversed', 50, 'Add: chargebacks reversed'), ('fees', 60, 'Less: fees'), ('disbursed', 70, 'Less: disbursed to the bank'),
        ('allocated', 80, 'Less: allocated to the payout account'), ('other', 90, 'Other movements')
    ) as line (line_code, line_no, title) on line.line_code = moved.line_code
    union all
    select currency, 'roll_forward', 100, 'closing', null, null, 'Closing balance per gateway', closing_balance, null, null from gateway
    union all
    select currency, 'composition', 10, 'available', null, null, 'Available', available_balance, null, null from gateway
    union all
    select released.currency, 'composition', 20, 'reserved', 'reserved', null, 'Reserved until', released.amount, released.item_count, released.release_on
    from released
    inner join gateway on gateway.currency = released.currency
    union all
    -- what the gateway reserves otherwise: the release is not configured, or the gateway reserves another amount
    select gateway.currency, 'composition', 30, 'reserved_otherwise', null, null, 'Reserved, without a known day of release',
      gateway.reserved - coalesce((select sum(amount) from released where released.currency = gateway.currency), 0), null, null
    from gateway
    union all
    select currency, 'composition', 40, 'pending', null, null, 'Pending outgoing', pending_outgoing, null, null from gateway
    union all
    select currency, 'composition', 50, 'other', null, null, 'Not stated as available, reserved or pending',
      closing_balance - available_balance - reserved - pending_outgoing, null, null
    from gateway
    union all
    select item.currency, 'open', 10, item.kind, item.kind, null, any_value(item.meaning), sum(item.amount), count(*), min(item.since_on)
    from item
    semi join gateway on gateway.currency = item.currency
    where item.statement = 'gateway' and item.part = 'consists_of' and item.kind <> 'reserved' and item.is_standing
    group by item.currency, item.kind
    union all
    select currency, part, line_no, line_code, kind, null, title, amount, item_count, oldest_on
    from common
    semi join gateway on gateway.currency = common.currency
    where statement = 'gateway'
  ),
  -- the proof of deposits
  transit as (
    select *,
      overdue_on < day_after as is_overdue,
      case
        when kind = 'received_before_sent' then if(is_new, 'received', null)
        when kind in ('in_transit', 'carried_forward') then if(is_new, 'sent', null)
        when kind in ('deposit_returned', 'deposit_gone') then if(is_new, 'returned', null)
        else if(is_new, 'received', null)
      end as arises_as,
      case when not is_ended then null when ended_by in ('received', 'sent') then ended_by when account is not null then 'written_off' else 'decided' end as ends_as
    from item
    where statement = 'deposits' and part = 'in_transit'
  ),
  -- the currencies in which the gateway has sent money, for a company whose bank account is reconciled
  sending as (
    select distinct sent.currency
    from core.gateway_deposit as sent
    where sent.sent_on < day_after and sent.net_amount <> 0
      and (
        exists (from core.input_in_use where input = 'bank')
        or exists (from core.bank_line)
      )
  ),
  flow as (
    select currency, 'opening' as line_code, amount from transit where is_opening
    union all select currency, arises_as, amount from transit where arises_as is not null
    union all select currency, ends_as, -amount from transit where ends_as is not null
  ),
  -- the balance of each bank account at the end of the last day, by the statement that covers the day or begins after it
  bank_account as (
    select
      coalesce(statement.account, '') as account,
      statement.currency,
      statement.closing - coalesce((
        select sum(line.amount) from core.bank_line_now as line
        where line.currency = statement.currency and coalesce(line.account, '') = coalesce(statement.account, '')
          and line.booked_on >= day_after and line.booked_on <= statement.last_day
      ), 0) as balance
    from core.bank_statement as statement
    where statement.closing is not null
      and statement.last_day >= day_after - 1 and coalesce(statement.first_day, statement.last_day) <= day_after
    qualify row_number() over (
      partition by coalesce(statement.account, ''), statement.currency order by statement.last_day, statement.receipt_id desc
    ) = 1
  ),
  bank as (
    select bank_account.currency, sum(bank_account.balance) as balance, any_value(ledger.balance) as ledger_balance
    from bank_account
    inner join ledger on ledger.role = 'bank' and ledger.currency = bank_account.currency
    group by bank_account.currency
    having count(*) = (
      select count(distinct coalesce(known.account, '')) from core.bank_statement as known
      where known.currency = bank_account.currency
    )
  ),
  deposit_line as (
    select flow.currency, 'roll_forward' as part, line.line_no, flow.line_code, null as kind, null as sign, line.title, sum(flow.amount) as amount,
      count(*) as item_count, null::date as day_of
    from flow
    inner join (
      values ('opening', 10, 'Opening amount in transit'), ('sent', 20, 'Add: sent by the gateway'), ('received', 30, 'Less: received by the bank'),
        ('returned', 40, 'Add: returned by the bank'), ('written_off', 50, 'Less: written off within the limit'), ('decided', 60, 'Decided')
    ) as line (line_code, line_no, title) on line.line_code = flow.line_code
    group by flow.currency, line.line_no, flow.line_code, line.title
    union all
    select sending.currency, 'roll_forward', 100, 'closing', null, null, 'Closing amount in transit',
      coalesce(sum(transit.amount) filter (transit.is_standing), 0), count(*) filter (transit.is_standing), null
    from sending
    left join transit on transit.currency = sending.currency
    group by sending.currency
    union all
    select currency, 'composition', case when kind <> 'in_transit' then 30 when bool_or(is_overdue) then 20 else 10 end,
      if(kind = 'in_transit' and bool_or(is_overdue), 'overdue', kind), kind, null,
      case when kind <> 'in_transit' then any_value(meaning) when bool_or(is_overdue) then 'Overdue at the bank' else 'In transit' end,
      sum(amount), count(*), min(since_on)
    from transit
    where is_standing
    group by currency, kind, if(kind = 'in_transit', is_overdue, null)
    union all
    select currency, 'open', 10, kind, kind, null, any_value(meaning), sum(amount), count(*), min(since_on)
    from item
    where statement = 'deposits' and part = 'unidentified' and is_standing
    group by currency, kind
    union all
    select currency, part, line_no, line_code, kind, null, title, amount, item_count, oldest_on
    from common
    semi join sending on sending.currency = common.currency
    where statement = 'deposits'
    union all
    select currency, 'balance', 10, 'balance_per_bank', null, null, 'Balance per bank statement', balance, null, null from bank
    union all
    -- the books have what was sent, and not what nobody sent
    select currency, 'balance', if(amount > 0, 20, 30), if(amount > 0, 'add', 'less'), kind, null, meaning, amount, item_count, oldest_on
    from (
      select
        currency,
        kind,
        any_value(meaning) as meaning,
        sum(if(part = 'in_transit', amount, -amount)) as amount,
        count(*) as item_count,
        min(since_on) as oldest_on
      from item
      semi join bank on bank.currency = item.currency
      where statement = 'deposits' and is_standing
      group by currency, part, kind
    ) as of_bank
    union all
    select currency, 'balance', 40, 'balance_per_ledger', null, null, 'Balance per ledger', ledger_balance, null, null from bank
  ),
  -- the payout account: its balance at an instant is the balance per ledger plus the unexplained difference at the next reading
  payout_closing as (
    select *
    from core.payout_balance
    where closes_on >= day_after - 1
    qualify row_number() over (partition by currency order by closes_on) = 1
  ),
  -- the closing reading of the previous day, if that day was reconciled; otherwise the last reading before the period
  payout_opening as (
    select *
    from core.payout_balance
    where (closes_on < first_day or exists (from recon.verdict where business_date = first_day - 1))
    qualify row_number() over (partition by currency order by closes_on < first_day - 1, abs(first_day - 1 - closes_on)) = 1
  ),
  payout as (
    select
      closing.subject,
      closing.currency,
      closing.observed_at as closing_read_at,
      opening.difference as brought_forward,
      coalesce(sum(moved.net_amount) filter (moved.moved_at < cut_off.opens_at), 0) + coalesce(opening.difference, 0) as opening_balance,
      coalesce(sum(moved.net_amount) filter (moved.moved_at < cut_off.closes_at), 0) + closing.difference as closing_balance
    from payout_closing as closing
    cross join cut_off
    left join payout_opening as opening on opening.currency = closing.currency
    left join core.payout_moved as moved on moved.currency = closing.currency
    group by closing.subject, closing.currency, closing.observed_at, opening.difference, closing.difference
  ),
  payout_flow as (
    select
      moved.currency,
      case moved.ledger_kind when 'allocation' then 'allocations' when 'payout' then 'payouts' else 'verification_fees' end as line_code,
      if(moved.ledger_kind = 'payout', moved.net_amount + moved.fee, moved.net_amount) as amount
    from core.payout_moved as moved
    cross join cut_off
    where moved.moved_at >= cut_off.opens_at and moved.moved_at < cut_off.closes_at
    union all
    select moved.currency, 'payout_fees', -moved.fee
    from core.payout_moved as moved
    cross join cut_off
    where moved.ledger_kind = 'payout' and moved.fee <> 0 and moved.moved_at >= cut_off.opens_at and moved.moved_at < cut_off.closes_at
  ),
  payout_line as (
    select currency, subject, 'roll_forward' as part, 10 as line_no, 'opening' as line_code, null as kind,
      if(brought_forward is null, 'Opening balance per ledger (the account was not read before)', 'Opening balance of the account') as title,
      opening_balance as amount,
      null as item_count, null::date as day_of
    from payout
    union all
    select currency, subject, 'roll_forward', 15, 'brought_forward', null, 'Less: unexplained difference brought forward', -brought_forward, null, null
    from payout
    where brought_forward <> 0
    union all
    select payout.currency, payout.subject, 'roll_forward', line.line_no, line.line_code, null, line.title, sum(flow.amount), count(*), null
    from payout
    inner join payout_flow as flow on flow.currency = payout.currency
    inner join (
      values ('allocations', 20, 'Add: allocations approved'), ('payouts', 30, 'Less: payouts to recipients'), ('payout_fees', 40, 'Less: payout fees'),
        ('verification_fees', 50, 'Less: recipient verification fees')
    ) as line (line_code, line_no, title) on line.line_code = flow.line_code
    group by payout.currency, payout.subject, line.line_no, line.line_code, line.title
    union all
    select payout.currency, payout.subject, 'roll_forward', 100, 'closing', null, 'Closing balance of the account', payout.closing_balance, null,
      cast(timezone(company.zone, payout.closing_read_at) as date)
    from payout
    cross join core.company as company
    union all
    select payout.currency, payout.subject, 'balance', line.line_no, line.line_code, null, line.title,
      if(line.line_code = 'balance_per_ledger', ledger.balance, payout.closing_balance), null, null
    from payout
    inner join ledger on ledger.role = 'payout' and ledger.currency = payout.currency
    cross join (
      values (10, 'balance_per_account', 'Balance per account'), (40, 'balance_per_ledger', 'Balance per ledger')
    ) as line (line_no, line_code, title)
    union all
    select item.currency, payout.subject, 'open', 10, item.kind, item.kind, any_value(item.meaning), sum(item.amount), count(*), min(item.since_on)
    from item
    inner join payout on payout.currency = item.currency
    where item.statement = 'payout' and item.is_standing
    group by item.currency, payout.subject, item.kind
    union all
    select common.currency, payout.subject, common.part, common.line_no, common.line_code, common.kind, common.title, common.amount,
      common.item_count, common.oldest_on
    from common
    inner join payout on payout.currency = common.currency
    where common.statement = 'payout'
  ),
  due as (
    select currency, if(is_overdue, 'overdue', 'in_transit') as line_code, max(expected_on) as due_on
    from transit
    where kind = 'in_transit' and is_standing
    group by currency, if(is_overdue, 'overdue', 'in_transit')
  ),
  line as (
    select 'gateway' as statement, '' as subject, * from gateway_line
    union all by name select 'deposits' as statement, '' as subject, * from deposit_line
    union all by name select 'payout' as statement, null as sign, * from payout_line
  )
  select line.statement, line.currency, subject, part, line_no, line.line_code, kind, sign::integer as sign, title,
    amount::decimal(38, 4) as amount, item_count::bigint as item_count, day_of, due.due_on
  from line
  left join due on line.statement = 'deposits' and due.currency = line.currency and due.line_code = line.line_code
  where the_company = core.this_company()
  order by line.statement, line.currency, subject, part, line_no, line.line_code, kind, sign
);

comment on macro table mart.statement is 'The statements of a company at the end of a period: gateway clearing account, proof of deposits and payout account, with the roll-forward of the period. What does each balance consist of?';
