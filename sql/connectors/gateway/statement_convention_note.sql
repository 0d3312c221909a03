-- Names in the notes on a statement what its lines withhold as a reserve.
update raw.receipt
set notes = list_append(
  coalesce(notes, []),
  convention.reserve_count || case when convention.reserve_count = 1 then ' line withholds ' else ' lines withhold ' end
    || regexp_replace((convention.reserve_millionths * 0.0001)::decimal(9, 4)::text, '\.?0+$', '') || ' % of the amount as a reserve'
    || case when convention.is_reserve_recognised then ': a share that they have in common.' else ', as set in statement.reserve_percent.' end
)
from raw.statement_convention as convention
where convention.file_id = $file_id and receipt.file_id = $file_id and convention.reserve_count > 0
