-- Fees of payments with both signs, in a file without their net amounts: some are charged and some given back, and nothing
-- shows which. Read the wrong way round, every fee of the file would have the wrong sign. A refund or chargeback of a fee
-- with another sign gives the fee back, and is no contradiction. A net amount is a proof where its line was accepted: by then
-- it was compared with amount and fee.
with
payment as (
  select line_no, fee, reject_code
  from incoming
  where kind = 'payment' and is_money_moved and fee <> 0
),
first_of_sign as (
  select min(line_no) filter (fee > 0) as one_line, min(line_no) filter (fee < 0) as other_line
  from payment
),
written as (
  select line_no, fee, net_amount
  from raw.statement_line
  where file_id = $file_id
)
select
  'FILE_FEE_SIGN_UNPROVEN' as code,
  format(
    'Payments have fees of both signs, {} in line {} and {} in line {}, and no net amount proves which sign a charged fee has.',
    earlier.fee, earlier.line_no, later.fee, later.line_no
  ) as message,
  'Set statement.fee_sign to charged_is_positive or charged_is_negative, or export the file with net amounts.' as remedy,
  later.line_no as line_no
from first_of_sign
inner join written as earlier on earlier.line_no = least(one_line, other_line)
inner join written as later on later.line_no = greatest(one_line, other_line)
where one_line is not null
  and other_line is not null
  and not exists (
    select 1
    from payment
    inner join written on written.line_no = payment.line_no
    where payment.reject_code is null and written.net_amount is not null
  )
  and not exists (
    select 1
    from core.company_setting as setting
    inner join raw.receipt as receipt on receipt.company = setting.company
    where receipt.file_id = $file_id and setting.connector = 'gateway' and setting.name = 'fee_sign'
  )
