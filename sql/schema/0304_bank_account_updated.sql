-- When the service says that it last changed the record of a recipient, as the version was first told.
alter table core.recipient add column updated_at timestamptz;
