-- statement: instruction_given_again
-- fires: beneficiaries | duplicate | reference_reused
-- corrupts: the reference of a payout is used on a second payout
insert into core.payout
select * replace (payout_id + 1000000000 as payout_id, amount + 0.01 as amount)
from core.payout
where rowid = newest_payout('beneficiaries', coalesce(trim(description), '') <> '' and reference is not null);

-- statement: payout_doubled
-- fires: beneficiaries | duplicate | paid_twice
-- corrupts: the same bank account is paid the same amount for the same purpose twice
insert into core.payout
select * replace (payout_id + 1000000000 as payout_id, reference || '-again' as reference)
from core.payout
where rowid = newest_payout('beneficiaries', coalesce(trim(description), '') <> '' and reference is not null);

-- statement: payout_to_another_account
-- fires: beneficiaries | control_breach | paid_to_another_account
-- corrupts: the service states another bank account with a payout than that of its recipient
update core.payout set paid_account_number = '1' || paid_account_number
where rowid = newest_payout('beneficiaries', paid_account_number is not null);

-- statement: recipient_changed
-- fires: beneficiaries | control_breach | account_changed
-- corrupts: the bank account number of a recipient changed between verification and payout
insert into core.recipient
select * replace (
  '1' || account_number as account_number,
  known_from - interval 900 days as known_from,
  timestamptz '2000-01-01 00:00:00+00' as known_to
)
from core.recipient
where rowid = (from paid_recipient);

-- statement: recipient_deleted
-- fires: beneficiaries | control_breach | account_deleted
-- corrupts: a recipient was deleted before the payout
update core.recipient set deleted_at = timestamptz '2000-01-01 00:00:00+00'
where rowid = (from paid_recipient);

-- statement: recipient_dropped
-- fires: beneficiaries | missing_left | account_unknown
-- corrupts: the recipient of a payout is in no list
update core.payout set recipient_id = -1
where rowid = newest_payout('beneficiaries');

-- statement: recipient_not_verified
-- fires: beneficiaries | control_breach | account_not_verified
-- corrupts: a paid recipient is not verified
update core.recipient set status = 'pending'
where rowid = (from paid_recipient);

-- statement: recipient_rejected
-- fires: beneficiaries | control_breach | account_rejected
-- corrupts: a paid recipient failed verification
update core.recipient set status = 'rejected'
where rowid = (from paid_recipient);

-- statement: recipient_webhook_contradicts
-- fires: beneficiaries | status_differs | event_contradicted
-- corrupts: a webhook reported that a verified and paid recipient failed verification
insert into core.payout_event by name
select
  'corrupted' as event_key, 'recipient' as kind, recipient_id as object_id, 'rejected' as status, updated_at as occurred_at,
  updated_at as received_at, cast(updated_at as date) as business_date, receipt_id, line_no, known_from
from core.recipient
where rowid = (from paid_recipient);

-- statement: recipient_under_another_name
-- fires: beneficiaries | control_breach | account_under_two_names
-- corrupts: one bank account is listed under two names
insert into core.recipient
select * replace (
  recipient_id + 1000000000 as recipient_id,
  'DIFFERENT NAME' as name,
  timezone('UTC', $period_end::timestamp - interval 36 hours) as created_at
)
from core.recipient
where rowid = (from paid_recipient);
