-- Bank lines have versions from here on: a file that covers a day replaces the lines that earlier files had of it. The key of
-- core.bank_line is company, bank_line_key and known_from.
-- known_to: null in the current version; ended_by: the file_id of the file that ended the version
-- is_reversal: the bank marks the line as one that takes another one back; null for lines of an older version
alter table core.bank_line add column known_to timestamptz;
alter table core.bank_line add column ended_by integer;
alter table core.bank_line add column is_reversal boolean;
alter table core.merchant_order add column ended_by integer;
