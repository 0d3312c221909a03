-- name: beneficiaries
-- title: Payouts to verified recipients
-- kind: match
-- left: Verified recipients
-- right: Payout instructions
-- grain: one payout instruction with its recipient; and each recipient whose account another has under a different name, or whose webhook differs
-- needs: payouts, recipients
-- meaning: A payout went to an unverified recipient, was made twice, or one bank account is listed under two names.
-- action: Stop payouts to the recipient. Ask for proof of the bank account and of the money received.
-- order: 34
-- reason: account_unknown | missing_left | The recipient of the payout is not on the payout service's list. | Ask the payout service which bank account was paid.
-- reason: account_rejected | control_breach | The recipient failed verification. | Stop payouts to the recipient. Find out who entered the bank account.
-- reason: account_not_verified | control_breach | The recipient has not passed verification. | Wait for the verification before you pay. Ask the recipient for proof.
-- reason: account_deleted | control_breach | The recipient was deleted before the payout was instructed. | Find out who gave the instruction.
-- reason: account_changed | control_breach | The bank account number, bank or name of the recipient changed after verification. | Call the recipient on a known telephone number and confirm the change.
-- reason: paid_to_another_account | control_breach | The bank account that the payout service states with the payout is not that of the recipient. | Stop payouts to the recipient. Ask the payout service which bank account was paid.
-- reason: paid_before_entered | control_breach | The payout is dated before its recipient was entered. | Ask the payout service when the recipient was entered, and who was paid.
-- reason: paid_twice | duplicate | The same bank account was paid the same amount for the same purpose within seven days. | Compare the invoices. If there is only one, recover the money.
-- reason: reference_reused | duplicate | More than one payout has this reference. | Compare both payouts. The service should have refused the second.
-- reason: account_under_two_names | control_breach | One bank account is listed under different names. | Ask for proof of who owns the bank account.
-- reason: event_ahead | timing | The webhook reported a status that the list does not show yet; the list is up to an hour old. | No action yet.
-- reason: event_contradicted | status_differs | The webhook reported a final status, and the list shows another or has no record. | Ask the payout service which is right. Do not rely on either until then.
create or replace macro recon.beneficiaries(period_start, period_end) as table (
  with
  account as (
    select
      recipient.*,
      coalesce(core.plain_name(name), '') as plain_name,
      bank_code || ' ' || core.account_digits(account_number) as account_identity
    from core.recipient as recipient
    where known_to is null
  ),
  -- Recipients whose bank account number, bank or name changed after they had been verified; changed_at is the time that the
  -- service reports, which may be hours before the list with the change was read.
  changed as (
    select before.recipient_id, max(least(coalesce(after.updated_at, before.known_to), before.known_to)) as changed_at
    from core.recipient as before
    inner join account
      on account.recipient_id = before.recipient_id
    left join core.recipient as after
      on after.recipient_id = before.recipient_id and after.known_from = before.known_to
    where before.known_to is not null
      and before.status = 'verified'
      -- a number that is masked in one of the readings does not count as changed
      and (
        (before.bank_code, upper(before.name)) is distinct from (account.bank_code, upper(account.name))
        or before.account_number is distinct from account.account_number
          and (before.account_number is null or core.account_digits(before.account_number) is not null)
          and (account.account_number is null or core.account_digits(account.account_number) is not null)
      )
    group by before.recipient_id
  ),
  -- payouts for which the service states a bank account that differs from every reading of the recipient; and what differs
  other_account as (
    select
      payout.payout_id,
      case
        when bool_or(
          coalesce(payout.paid_bank_code = version.bank_code, true)
          and coalesce(core.account_digits(payout.paid_account_number) = core.account_digits(version.account_number), true)
        ) then 'name'
        when bool_or(coalesce(payout.paid_bank_code = version.bank_code, true)) then 'account number'
        else 'bank'
      end as what_differs
    from core.payout as payout
    inner join core.recipient as version on version.recipient_id = payout.recipient_id
    where payout.known_to is null and payout.business_date >= period_start and payout.business_date < period_end
    group by payout.payout_id
    having not bool_or(
      coalesce(payout.paid_bank_code = version.bank_code, true)
      and coalesce(core.account_digits(payout.paid_account_number) = core.account_digits(version.account_number), true)
      and coalesce(core.plain_name(payout.paid_name) = core.plain_name(version.name), true)
    )
  ),
  payout as (
    select
      payout.* exclude (currency),
      coalesce(payout.currency, payout_currency.currency) as currency,
      account.recipient_id is not null as is_account_known,
      -- nothing is known yet about a recipient that is in no list and was not looked up: the day has a missing input
      account.recipient_id is not null or coalesce(payout.recipient_id, 0) < 1 or looked_up.recipient_id is not null as is_answered,
      account.status as account_status,
      account.plain_name,
      account.account_identity,
      account.created_at as account_at,
      account.deleted_at,
      recon.record_of(payout.recipient_id, null, account.created_at, account.receipt_id, account.line_no) as account_record,
      changed.changed_at,
      other_account.what_differs,
      coalesce(account.account_identity, payout.recipient_id::text) as payee,
      lower(trim(coalesce(payout.description, ''))) as purpose
    from core.payout as payout
    -- without the list of recipients there are no items: the day has a missing input
    inner join core.list_read_at as list_read_at
      on list_read_at.list = 'recipients'
      and list_read_at.read_at >= payout.created_at
    cross join core.payout_currency as payout_currency
    left join account
      on account.recipient_id = payout.recipient_id
    left join core.recipient_looked_up as looked_up
      on looked_up.recipient_id = payout.recipient_id
    left join changed
      on changed.recipient_id = payout.recipient_id
    left join other_account
      on other_account.payout_id = payout.payout_id
    where payout.known_to is null
      and payout.state not in ('rejected', 'deleted')
      and coalesce(payout.currency, payout_currency.currency) is not null
  ),
  in_order as (
    select
      payout.*,
      lag(payout_id) over same_payout as paid_before,
      lag(created_at) over same_payout as paid_before_at,
      lag(payout_id) over same_reference as reference_before
    from payout
    window
      same_payout as (partition by payee, amount, purpose order by created_at, payout_id),
      same_reference as (
        partition by coalesce(lower(trim(reference)), payout_id::text) order by created_at, payout_id
      )
  ),
  classified as (
    select
      in_order.*,
      case
        when not is_account_known then 'account_unknown'
        when account_status = 'rejected' then 'account_rejected'
        when account_status <> 'verified' then 'account_not_verified'
        when deleted_at is not null and deleted_at < created_at then 'account_deleted'
        when changed_at is not null and changed_at < created_at then 'account_changed'
        when what_differs is not null then 'paid_to_another_account'
        when created_at < account_at - interval 1 hour then 'paid_before_entered'
        when reference_before is not null then 'reference_reused'
        when paid_before is not null and purpose <> '' and created_at - paid_before_at < interval 7 days then 'paid_twice'
      end as reason_code
    from in_order
    where is_answered and business_date >= period_start and business_date < period_end
  ),
  -- payouts instructed since an event about their recipient; earlier ones relied on what was known then
  paid_since as (
    select payout.payout_id, event.*
    from payout
    inner join core.payout_event_doubt as event
      on event.kind = 'recipient' and event.object_id = payout.recipient_id
      and event.occurred_at <= payout.created_at
    where payout.is_answered
  ),
  reported as (
    select
      classified.* replace (coalesce(event.reason_code, classified.reason_code) as reason_code),
      event.reason as event_reason,
      event.expected_on as event_expected_on
    from classified
    left join paid_since as event
      on event.payout_id = classified.payout_id
      and core.event_replaces(classified.reason_code, event.is_final)
  ),
  payout_item as (
    select
      currency,
      business_date,
      'instruction:' || payout_id as item_key,
      reason_code,
      case
        when event_reason is not null then event_reason
        when reason_code is not null then core.say('beneficiaries-' || reason_code, {
          amount: core.money_figure(currency, amount),
          recipient: recipient_id,
          status: account_status,
          what_differs: what_differs,
          reference: reference,
          reference_before: reference_before,
          paid_before: paid_before
        })
      end as reason,
      case when reason_code is null then 'same_identifier' end as match_pass,
      account_record as left_record,
      case when reason_code is null then amount else 0 end as left_amount,
      recon.record_of(payout_id, reference, created_at, receipt_id, line_no) as right_record,
      amount as right_amount,
      case when reason_code is null then 0 else amount end as right_minus_left,
      event_expected_on as expected_on,
      event_expected_on as becomes_break_on
    from reported
  ),
  under_two_names as (
    select
      payout_currency.currency,
      cast(timezone(company.zone, coalesce(second.created_at, second.known_from)) as date) as business_date,
      recon.record_of(second.recipient_id, null, second.created_at, second.receipt_id, second.line_no) as right_record,
      min_by(recon.record_of(first.recipient_id, null, first.created_at, first.receipt_id, first.line_no), first.recipient_id)
        as left_record
    from account as second
    inner join account as first
      on first.account_identity = second.account_identity
      and first.recipient_id < second.recipient_id
      and first.plain_name <> second.plain_name
    cross join core.company as company
    cross join core.payout_currency as payout_currency
    where payout_currency.currency is not null and first.plain_name <> '' and second.plain_name <> ''
      and first.status <> 'rejected' and second.status <> 'rejected'
    group by all
  ),
  account_item as (
    select
      currency,
      business_date,
      'account:' || right_record.key as item_key,
      'account_under_two_names' as reason_code,
      core.say('beneficiaries-account_under_two_names', { first: left_record.key::bigint, second: right_record.key::bigint }) as reason,
      left_record,
      right_record
    from under_two_names
    where business_date >= period_start and business_date < period_end
  ),
  item as (
    from payout_item
    union all by name
    from account_item
    union all by name
    select event.* rename (right_record as left_record, right_amount as left_amount)
    from core.payout_event_item('recipient', 'recipient_event:', period_start, period_end) as event
    anti join paid_since on paid_since.object_id::text = event.right_record.key
  )
  from recon.item_of('beneficiaries', item)
);
