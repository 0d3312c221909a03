-- name: allocation_lifecycle
-- former: send_limit_lifecycle
-- title: Allocation approvals
-- kind: match
-- left: Approved allocations
-- right: Allocations in the payout ledger
-- grain: one allocation
-- needs: payout_movements
-- meaning: Money was allocated for payouts without the required approvals, or a request is past its approval deadline.
-- action: Ask the approvers whether they approved it. If not, stop payouts and inform the payout service.
-- order: 32
-- reason: approved_without_approvals | control_breach | The allocation was made with fewer approvals than required. | Ask the approvers. If they did not approve, stop payouts and inform the payout service.
-- reason: pending_past_deadline | control_breach | The request is past its approval deadline, and has neither been approved nor expired. | Ask the payout service for its status. Request a new allocation if the money is needed.
-- reason: net_differs | amount_differs | The net amount of the allocation is not its amount less its fee. | Ask the payout service which of the figures is right.
-- reason: approvals_contradict | control_breach | The number of approvals that the request states differs from its list of approvals. | Ask the payout service who approved it. Do not rely on the allocation until then.
-- reason: approved_out_of_time | control_breach | The request was approved before it was made, or after its deadline. | Ask the approvers when they approved it. If they did not approve, stop payouts and inform the payout service.
-- reason: settlement_not_upcoming | control_breach | The allocation is from a settlement that was not upcoming when it was requested. | Ask the payout service which settlement the money is from.
-- reason: waits_for_approval | timing | The request is awaiting approval, and its deadline has not passed. | No action yet. Remind the approvers.
-- reason: status_unknown | status_differs | The request has a status that is not in the specification. | Ask the payout service what it means before you rely on the allocation.
-- reason: event_ahead | timing | The webhook reported a status that the list does not show yet; the list is up to an hour old. | No action yet.
-- reason: event_contradicted | status_differs | The webhook reported a final status, and the list shows another or has no record. | Ask the payout service which is right. Do not rely on either until then.
create or replace macro recon.allocation_lifecycle(period_start, period_end) as table (
  with
  request as (
    select
      movement.*,
      company.zone,
      core.approval_deadline(movement.created_at, movement.settlement_on, company.approval_deadline, movement.approval_zone) as deadline,
      list_read_at.read_at,
      least(movement.approvals_received, coalesce(movement.approvals_listed, movement.approvals_received)) as approvals_given,
      greatest(movement.approvals_required, needed.approvals_needed) as approvals_due
    from core.payout_movement as movement
    cross join core.company_terms as company
    inner join core.list_read_at as list_read_at
      on list_read_at.list = 'payout_movements' and list_read_at.read_at is not null
    -- the fewest approvals that any terms which may have been in force require; if any of them is unknown, only the record's
    -- own number counts
    left join (
      select movement.movement_id, case when bool_and(terms.approvals_needed is not null) then min(terms.approvals_needed) end as approvals_needed
      from core.payout_movement as movement
      inner join core.payout_terms as terms
        on terms.currency = movement.currency
        and terms.possible_from <= movement.created_at and terms.possible_until >= movement.created_at
      where movement.known_to is null and movement.ledger_kind = 'allocation'
      group by movement.movement_id
    ) as needed on needed.movement_id = movement.movement_id
    where movement.known_to is null
      and movement.ledger_kind = 'allocation'
  ),
  classified as (
    select
      request.*,
      case
        -- a request with such a status moved no money, whatever its figures
        when status in ('expired', 'rejected', 'failed', 'deleted', 'cancelled') then null
        when status in ('approved', 'success') and approvals_given < approvals_due then 'approved_without_approvals'
        when status = 'pending' and read_at > deadline then 'pending_past_deadline'
        when approvals_listed <> approvals_received then 'approvals_contradict'
        when status in ('approved', 'success') and (
          least(first_approved_at, updated_at) < created_at or last_approved_at > deadline
        ) then 'approved_out_of_time'
        when net_amount <> amount - fee then 'net_differs'
        -- the next settlement is a day ahead, or several days ahead over public holidays
        when status in ('approved', 'success')
          and date_diff('day', cast(timezone(approval_zone, created_at) as date), settlement_on) not between 0 and 7
          then 'settlement_not_upcoming'
        when status in ('approved', 'success') then null
        when status = 'pending' then 'waits_for_approval'
        else 'status_unknown'
      end as reason_code
    from request
  ),
  reported as (
    select
      classified.* replace (coalesce(event.reason_code, classified.reason_code) as reason_code),
      event.reason as event_reason,
      event.expected_on as event_expected_on
    from classified
    left join core.payout_event_doubt as event
      on event.kind = 'allocation' and event.object_id = classified.movement_id
      and core.event_replaces(classified.reason_code, event.is_final)
  ),
  -- an allocation with a request that is dated out of time is an item of the day of its approval, if that day was over when the
  -- list was read; a later day is not judged yet
  placed as (
    select reported.* replace (
      case
        when reason_code = 'approved_out_of_time'
          and cast(timezone(zone, coalesce(last_approved_at, updated_at)) as date) < cast(timezone(zone, read_at) as date)
          then cast(timezone(zone, coalesce(last_approved_at, updated_at)) as date)
        else business_date
      end as business_date
    )
    from reported
  ),
  item as (
    select
      currency,
      business_date,
      'send_limit:' || movement_id as item_key,
      reason_code,
      case
        when event_reason is not null then event_reason
        when reason_code is not null then core.say('allocation_lifecycle-' || reason_code, {
          amount: core.money_figure(currency, amount),
          fee: core.money_figure(currency, fee),
          net: core.money_figure(currency, net_amount),
          expected_net: core.money_figure(currency, amount - fee),
          given: approvals_given,
          due: approvals_due,
          received: approvals_received,
          required: approvals_required,
          listed: approvals_listed,
          requested_at: core.instant_figure(created_at, zone),
          deadline: core.instant_figure(deadline, zone),
          approved_at: core.instant_figure(coalesce(last_approved_at, updated_at), zone),
          settlement_on: settlement_on,
          status: status
        })
      end as reason,
      case when reason_code is null then 'same_identifier' end as match_pass,
      recon.record_of(movement_id, settlement_on, created_at, receipt_id, line_no) as left_record,
      case when reason_code is null and status in ('approved', 'success') then amount else 0 end as left_amount,
      recon.record_of(movement_id, status, updated_at, receipt_id, line_no) as right_record,
      case when reason_code is null and status not in ('approved', 'success') then 0 else amount end as right_amount,
      case when reason_code is null then 0 when reason_code = 'net_differs' then net_amount - amount + fee else amount end::decimal(38, 4)
        as right_minus_left,
      case when reason_code = 'waits_for_approval' then cast(timezone(zone, deadline) as date) else event_expected_on end as expected_on,
      case when reason_code = 'waits_for_approval' then cast(timezone(zone, deadline) as date) else event_expected_on end
        as becomes_break_on
    from placed
    where business_date >= period_start and business_date < period_end
    union all by name
    from core.payout_event_item('allocation', 'send_limit:', period_start, period_end) as event
    anti join request on request.movement_id::text = event.right_record.key
  )
  from recon.item_of('allocation_lifecycle', item)
);
