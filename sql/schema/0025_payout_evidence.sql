-- paid_account_number, paid_bank_code, paid_name: the bank account that the service states with the payout; null where it states none
alter table core.payout add column paid_account_number text;
alter table core.payout add column paid_bank_code text;
alter table core.payout add column paid_name text;
-- approvals_listed: approvals given in the list of the request's approvals; null where the record has no list
-- first_approved_at, last_approved_at: when they were given
alter table core.payout_movement add column approvals_listed integer;
alter table core.payout_movement add column first_approved_at timestamptz;
alter table core.payout_movement add column last_approved_at timestamptz;
-- verification_fee_type: how the fee for verifying a recipient is charged, flat or percentage
alter table core.payout_account add column verification_fee_type text;
