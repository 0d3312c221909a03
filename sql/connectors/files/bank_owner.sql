-- statement: bank_account
-- Refuses a file of another account than the configuration or its preset declares for the files of the bank: its lines would be
-- those of the wrong account. One of two numbers may be the end of the other, as of an IBAN or of ******1234.
-- reads: file_line, raw.file_claim
with
stated as (
  select line_no, staging.tidy_text(account) as account from file_line
  union all
  select line_no, staging.tidy_text(account) from raw.file_claim where receipt_id = $receipt_id
),
compared as (
  select line_no, account, regexp_replace(upper(account), '[^0-9A-Z]|X{2,}', '', 'g') as plain,
    regexp_replace(upper($declared_account), '[^0-9A-Z]|X{2,}', '', 'g') as declared
  from stated
  where account is not null
)
select
  'FILE_OF_ANOTHER_ACCOUNT' as code,
  format('The bank statement is of the account {}, and books.bank is of the account {}.',
    staging.account_text(account), staging.account_text($declared_account)) as message,
  'Import the file in the company of its account, or correct account under books.bank or in the preset.' as remedy,
  line_no
from compared
where length(plain) >= 4 and not ends_with(plain, declared) and not ends_with(declared, plain)
order by line_no
limit 1;

-- statement: bank_currency
-- Refuses a file with a line in another currency than the configuration or its preset declares for the files of the bank.
-- reads: file_line, raw.file_claim
select
  'FILE_OF_ANOTHER_ACCOUNT' as code,
  format('The bank statement is in {}, and books.bank is in {}.', stated.currency, $declared_currency) as message,
  'Import the file in the company of its account, or correct currency under books.bank or in the preset.' as remedy,
  stated.line_no
from (
  select line_no, upper(staging.tidy_text(currency)) as currency from file_line
  union all
  select line_no, upper(staging.tidy_text(currency)) from raw.file_claim where receipt_id = $receipt_id
) as stated
where stated.currency <> $declared_currency
order by stated.line_no
limit 1;

-- statement: bank_trades
-- Refuses a list of trades: a table with a price and a number of shares beside each amount. Its amounts are not those of a bank account.
with
header as (
  select regexp_replace(lower(unnest(from_json($unread, '["varchar"]'))), '[^\p{L}]+', ' ', 'g') as words
)
select
  'FILE_FORMAT_NOT_ACCEPTED' as code,
  format('The file is a list of trades (columns {}), not a bank statement.', string_agg(trim(words), ', ' order by words)) as message,
  'Export the statement of the bank account.' as remedy,
  null::bigint as line_no
from header
where regexp_matches(words, '\b(price|kurs|harga seunit|nav|shares|units|quantity|stück|nominal|isin|ticker|fund|security|symbol)\b')
having bool_or(regexp_matches(words, '\b(price|kurs|harga seunit|nav)\b'))
  and bool_or(regexp_matches(words, '\b(shares|units|quantity|stück|nominal)\b'))
  and bool_or(regexp_matches(words, '\b(shares|nav|isin|ticker|fund|security|symbol)\b'));
