-- Refuses a bank file that states another number of entries, or other sums, than it has. Where an entry takes another one
-- back, its side may be that of the other one.
with
contradiction as (
  select
    statement_no,
    line_no,
    title,
    case
      when entry_count <> line_count then format('states {} entries and has {}', entry_count, line_count)
      when is_readable and stated_credits not in (credit_sum, credit_sum - debits_taken_back + credits_taken_back, credit_sum - debits_taken_back, credit_sum - credits_taken_back)
        then format('states credits of {}, and its credits add up to {}', core.money_text(currency, stated_credits), core.money_text(currency, credit_sum))
      when is_readable and stated_debits not in (debit_sum, debit_sum - credits_taken_back + debits_taken_back, debit_sum - credits_taken_back, debit_sum - debits_taken_back)
        then format('states debits of {}, and its debits add up to {}', core.money_text(currency, stated_debits), core.money_text(currency, debit_sum))
    end as what
  from staging.bank_proof($file_id, 'incoming')
)
select
  'FILE_TOTALS_CONTRADICT' as code,
  format('The {} that begins on line {} {}.', title, line_no, what) as message,
  'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy,
  line_no
from contradiction
where what is not null
order by statement_no
limit 1
