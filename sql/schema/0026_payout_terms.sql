-- updated_at: when the service last changed the account; its terms are no newer. Null in a reading of an earlier version
alter table core.payout_account add column updated_at timestamptz;
