import type { DuckDBConnection } from '@duckdb/node-api';
import { boundsOf, type Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { numberOf, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { LoadOutcome } from '../warehouse/load/landed-file.ts';

function refusalOf(row: WarehouseRow): TieoutError {
  const remedy = textOf(row, 'remedy');
  return new TieoutError({
    code: textOf(row, 'load_code'),
    message: textOf(row, 'message'),
    remedy,
    place: {
      file: textOf(row, 'file_name'),
      ...(row.load_line === null ? {} : { line: numberOf(row, 'load_line') }),
    },
    exitStatus: 4,
  });
}

/**
 * The refused files that a period needs, after it was reconciled: the files loaded in this run, and those of earlier runs whose input a
 * day of the period still lacks. Each is an error with its line and what to do. A failed answer of this run is reported by the connector
 * that requested it.
 */
export async function refusedInputs(
  connection: DuckDBConnection,
  period: Period,
  outcomes: readonly LoadOutcome[],
): Promise<TieoutError[]> {
  const rows = await readRows(
    connection,
    `select distinct refused.receipt_id, refused.file_name, refused.load_code, refused.load_line,
       coalesce(refused.load_remedy, 'See tieout status.')
         || case when refused.is_failed or contains(refused.load_remedy, '--refresh') then ''
           when refused.window_from is null and refused.page is null then '' else ' To fetch it again: tieout run --refresh.' end
         || case when refused.batch_id is null or refused.page is not null then ''
           else ' If it does not belong there, remove it and import a file that covers the days by hand (tieout import).' end as remedy,
       rtrim(case when refused.load_remedy is null then refused.load_message
         else left(refused.load_message, len(refused.load_message) - len(refused.load_remedy)) end) as message
     from core.refused_receipt as refused
     left join recon.input_state as missing
       on missing.business_date >= $from::date and missing.business_date < $to::date
       and missing.state <> 'covered' and missing.input = refused.input and missing.refusal is not null
       and coalesce(refused.currency, missing.currency) = missing.currency
       and case
         when refused.window_from is null then
           refused.received_at >= timezone(refused.zone, (missing.business_date + interval 1 day)::timestamp)
         else refused.window_from < timezone(refused.zone, (missing.business_date + interval 1 day)::timestamp)
           and refused.window_to > timezone(refused.zone, missing.business_date::timestamp)
       end
     where refused.coverage is not null
       and not (refused.is_failed and list_contains(string_split($just_now, ','), refused.receipt_id::text))
       and (missing.input is not null or list_contains(string_split($just_now, ','), refused.receipt_id::text))
     order by refused.receipt_id`,
    {
      ...boundsOf(period),
      just_now: outcomes.map(({ receipt_id }) => receipt_id).join(','),
    },
  );
  return rows.map(refusalOf);
}
