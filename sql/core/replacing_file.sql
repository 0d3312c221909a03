-- The file that a receipt is about: the receipt itself, or the loaded file whose content it declares to be whole.
-- reads: core.declared_span, raw.receipt
create or replace macro core.replacing_file(the_file_id) as (
  coalesce((
    select max(file.file_id)
    from core.declared_span as declared
    inner join raw.receipt as file
      on file.company = declared.company and file.kind = declared.kind and file.sha256 = declared.sha256
      and file.load_status = 'loaded'
    where declared.file_id = the_file_id
  ), the_file_id)
);
