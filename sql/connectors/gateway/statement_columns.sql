-- A statement whose figures hardly ever agree has swapped or scaled columns, and one whose fees are nearly everything has
-- its fee and its net amount exchanged. Either way its figures are of no use, though each cell can be read.
select
  'FILE_COLUMNS_CONTRADICT' as code,
  case
    when agreeing_count * 5 < checked_count
      then 'The columns "{amount}", "{fee}" and "{net_amount}" do not fit together: amount less fee is the net amount in '
        || agreeing_count || ' of ' || checked_count || ' lines. In line ' || example_line || ' they are ' || array_to_string(example_figures, ', ') || '.'
    else 'The columns "{fee}" and "{net_amount}" seem to be exchanged: in ' || swapped_count
      || ' lines the fee is more than half of the amount. In line ' || example_line || ' amount, fee and net amount are '
      || array_to_string(example_figures, ', ') || '.'
  end as message,
  'Export the file again, or correct statement.aliases.'
    || case
      when agreeing_count * 5 < checked_count
        then ' If the gateway withholds a reserve of each payment, set statement.reserve_percent.'
      else ''
    end as remedy,
  example_line as line_no
from raw.statement_convention
where file_id = $file_id
  and checked_count >= 4
  and (agreeing_count * 5 < checked_count or swapped_count > 0)
