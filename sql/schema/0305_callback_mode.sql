-- Whether the message says that it is of test mode; null where it does not say.
alter table core.callback add column is_test boolean;
