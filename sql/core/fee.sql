-- statement: agreed_fee
-- The fee of a payment by the schedule that was agreed on the day of payment, rounded half up to the smallest unit of the
-- currency. Payments by a method without a rule are left out.
-- grain: one payment on which money moved
-- key: payment_key
-- reads: core.payment_now, core.fee_rule, staging.currency
create or replace view core.agreed_fee as
select
  payment.payment_key,
  payment.currency,
  payment.business_date,
  payment.method,
  payment.reference,
  payment.amount,
  payment.fee,
  payment.paid_at,
  payment.receipt_id,
  payment.line_no,
  greatest(
    rule.flat + case currency.exponent
      when 0 then round(payment.amount * rule.percent * 0.01, 0)
      when 2 then round(payment.amount * rule.percent * 0.01, 2)
      when 3 then round(payment.amount * rule.percent * 0.01, 3)
      when 4 then round(payment.amount * rule.percent * 0.01, 4)
    end,
    rule.minimum
  )::decimal(18, 4) as agreed
from core.payment_now as payment
inner join staging.currency as currency on currency.currency = payment.currency
inner join core.fee_rule as rule
  on rule.method = payment.method
  and coalesce(rule.currency, payment.currency) = payment.currency
  and (rule.from_day is null or rule.from_day <= payment.business_date)
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
-- a rule for the currency takes precedence over a rule for any currency, and the latest rule in force over earlier ones; the
-- partition includes the day, so that a query for some days reads only those days
qualify row_number() over (partition by payment.payment_key, payment.business_date order by rule.currency is null, rule.from_day desc nulls last) = 1;

-- statement: fee_tax_term
-- The tax on the gateway's fees, by the business day of the line (fees_tax). Days without a term have no row.
-- is_included: whether the charged fee includes the tax
-- grain: one the first day for which the term counts
-- key: first_day
-- reads: core.company_setting
create or replace view core.fee_tax_term as
select
  coalesce(from_day, date '0001-01-01') as first_day,
  coalesce(lead(from_day) over (order by from_day nulls first) - 1, date '9999-12-31') as last_day,
  value ->> '$.name' as name,
  (value ->> '$.percent')::decimal(9, 4) as percent,
  (value ->> '$.included')::boolean as is_included
from core.company_setting
where name = 'fees_tax';

-- statement: part_of
-- An amount multiplied by a part of a whole, rounded half up (away from zero) to decimals; null where the whole is zero.
-- Computed in whole numbers of a ten-thousandth, of wide decimals, because 18 digits hold no ten-thousandths of 10 billion.
create or replace macro core.part_of(amount, part, whole, decimals) as (
  (
    sign(amount) * sign(part) * sign(whole)
    * (
      (2 * abs(amount::decimal(38, 4) * 10000)::hugeint * abs(part::decimal(38, 4) * 10000)::hugeint + abs(whole::decimal(38, 4) * 10000)::hugeint * case decimals when 0 then 10000 when 1 then 1000 when 2 then 100 when 3 then 10 else 1 end)
      // nullif(2 * abs(whole::decimal(38, 4) * 10000)::hugeint * case decimals when 0 then 10000 when 1 then 1000 when 2 then 100 when 3 then 10 else 1 end, 0)
    ) * case decimals when 0 then 10000 when 1 then 1000 when 2 then 100 when 3 then 10 else 1 end
  )::decimal(30, 0) * 0.0001
)::decimal(38, 4);

-- statement: service_fee
-- What the payout service charges on an amount by its terms: a flat fee, or a percentage of the amount, rounded half away from zero
-- to the decimals of the currency; null for other terms.
create or replace macro core.service_fee(amount, fee, fee_type, exponent) as (
  case fee_type
    when 'flat' then fee
    when 'percentage' then case exponent
      when 0 then round(amount * fee * 0.01, 0)
      when 2 then round(amount * fee * 0.01, 2)
      when 3 then round(amount * fee * 0.01, 3)
      when 4 then round(amount * fee * 0.01, 4)
    end
  end::decimal(18, 4)
);

-- statement: verification_charge
-- The charges for the verification of recipients, as items of allocations_to_payouts: each is compared with its recipient, the
-- agreed fee and its own figures. A recipient is verified once. The specification does not define a recipient of a charge:
-- where a charge names no recipient, only its arithmetic and its fee are checked. A percentage fee is not compared, because a
-- verification has no amount from which to compute it.
-- grain: one charge for a verification
-- key: item_key
-- reads: core.payout_movement, core.payout_terms, core.recipient, core.recipient_looked_up, core.list_read_at
create or replace macro core.verification_charge(period_start, period_end) as table (
  with
  charge as (
    select
      movement.*,
      row_number() over (partition by recipient_id order by created_at, movement_id) as record_of_recipient
    from core.payout_movement as movement
    where known_to is null and ledger_kind = 'verification' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
  ),
  agreed as (
    select
      charge.movement_id,
      -- if any of the terms is unknown, any fee may be as agreed
      case when bool_and(terms.verification_fee is not null and coalesce(terms.verification_fee_type = 'flat', false)) then list(terms.verification_fee) end
        as fees,
      arg_max(terms.verification_fee, (terms.observed_at, terms.account_id)) as latest_fee
    from charge
    inner join core.payout_terms as terms
      on terms.currency = charge.currency
      and terms.possible_from <= charge.created_at and terms.possible_until >= charge.created_at
    group by charge.movement_id
  ),
  -- includes the recipients that have left the list: they were looked up by their id
  recipient as (
    select recipient_id, min(created_at) as created_at, max(updated_at) as updated_at from core.recipient group by recipient_id
  ),
  classified as (
    select
      charge.*,
      company.zone,
      agreed.latest_fee,
      recipient.created_at as recipient_at,
      list_read_at.read_at,
      case
        when (charge.recipient_id < 1 or looked_up.recipient_id is not null) and recipient.recipient_id is null
          and list_read_at.read_at >= charge.created_at then 'recipient_unknown'
        when charge.recipient_id is not null and record_of_recipient > 1 then 'ledger_row_twice'
        when charge.net_amount <> charge.amount - charge.fee then 'net_differs'
        when not list_contains(agreed.fees, charge.fee) then 'fee_differs'
        -- a list read earlier has the time at which the recipient was entered, not the time of its verification
        when list_read_at.read_at >= least(charge.created_at, charge.known_from) and charge.created_at not between recipient.created_at - interval 1 hour
          and greatest(recipient.created_at, recipient.updated_at) + interval 1 day then 'charged_out_of_time'
      end as reason_code
    from charge
    cross join core.company as company
    left join agreed on agreed.movement_id = charge.movement_id
    left join recipient on recipient.recipient_id = charge.recipient_id
    left join core.recipient_looked_up as looked_up on looked_up.recipient_id = charge.recipient_id
    left join core.list_read_at as list_read_at on list_read_at.list = 'recipients'
  ),
  -- a charge that is dated out of time is an item of the day of its recipient, unless that day was not over when the list was
  -- read: such a day is not judged yet
  placed as (
    select classified.* replace (
      case
        when reason_code = 'charged_out_of_time' and cast(timezone(zone, recipient_at) as date) < cast(timezone(zone, read_at) as date)
          then cast(timezone(zone, recipient_at) as date)
        when reason_code = 'charged_out_of_time' then least(business_date, cast(timezone(zone, recipient_at) as date))
        else business_date
      end as business_date
    )
    from classified
  )
  select
    currency,
    business_date,
    'ledger:' || movement_id as item_key,
    reason_code,
    core.say('verification_charge-' || coalesce(reason_code, 'charged'), {
      amount: core.money_figure(currency, amount),
      fee: core.money_figure(currency, fee),
      agreed_fee: core.money_figure(currency, latest_fee),
      net: core.money_figure(currency, net_amount),
      expected_net: core.money_figure(currency, amount - fee),
      recipient: recipient_id,
      record: record_of_recipient,
      charged_at: core.instant_figure(created_at, zone),
      entered_at: core.instant_figure(recipient_at, zone)
    }) as reason,
    case when reason_code is null then 'same_identifier' end as match_pass,
    recon.record_of(movement_id, recipient_id, created_at, receipt_id, line_no) as left_record,
    fee as left_amount,
    recon.record_of(recipient_id, null, recipient_at, null, null) as right_record,
    case reason_code when 'recipient_unknown' then 0 when 'ledger_row_twice' then 0 when 'fee_differs' then latest_fee else fee end
      as right_amount,
    case reason_code
      when 'recipient_unknown' then -fee
      when 'ledger_row_twice' then -fee
      when 'fee_differs' then latest_fee - fee
      when 'net_differs' then net_amount - amount + fee
      else 0
    end as right_minus_left
  from placed
  where business_date >= period_start and business_date < period_end
);
