-- The first row of a file that is named as a total, and states another sum than its lines have. Reads summary_proof.
select
  'FILE_TOTALS_CONTRADICT' as code,
  'Line ' || line_no || ', "' || label || '", states ' || case
      when not is_amount_equal then 'an amount of ' || regexp_replace(stated_amount::text, '(\.[0-9]{2})00$', '\1')
      when not is_fee_equal then 'a fee of ' || regexp_replace(stated_fee::text, '(\.[0-9]{2})00$', '\1')
      else 'a net amount of ' || regexp_replace(stated_net::text, '(\.[0-9]{2})00$', '\1')
    end || ', and ' || variant || ' ' || scope || ' give ' || case
      when not is_amount_equal then regexp_replace(line_amount::text, '(\.[0-9]{2})00$', '\1')
      when not is_fee_equal then regexp_replace(line_fee::text, '(\.[0-9]{2})00$', '\1')
      else regexp_replace(line_net::text, '(\.[0-9]{2})00$', '\1')
    end || '.' as message,
  'Export the file again: lines are missing or altered. If the row is no total of these lines, remove it.' as remedy,
  line_no
from summary_proof
where not is_proven and not is_unknown and is_total
order by line_no
limit 1
