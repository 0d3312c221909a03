-- When the service says that it last changed the record of a recipient, as the version was first told.
alter table core.bank_account add column updated_at timestamptz;
