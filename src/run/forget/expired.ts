import { existsSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { companyPaths } from '../../config/data-paths.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { CompanyConfig } from '../../config/schema.ts';
import { readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { openSnapshot } from '../../warehouse/open.ts';

/** The first day that is kept, for a period of the configuration such as "24 months". */
export function firstKeptDay(period: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const [count = '', unit = ''] = period.split(' ');
  return today.subtract({ [unit.endsWith('s') ? unit : `${unit}s`]: Number(count) });
}

/** Values of people that no record of a later business day has; those that are keyed hashes already are not among them. */
const expiredValues = `
  with record as (
    select unnest([customer_name, customer_email]) as value, business_date as day from core.payment
    union all select unnest([customer_name, customer_email]), business_date from core.merchant_order
    union all select unnest([paid_name, paid_account_number, email]), business_date from core.payout
    union all
      select unnest([recipient.name, recipient.account_number]),
        greatest(payout.business_date, recipient.updated_at::date, recipient.created_at::date)
      from core.recipient as recipient
      left join core.payout as payout
        on payout.company = recipient.company and payout.recipient_id = recipient.recipient_id
  )
  select any_value(value) as value from record
  where length(trim(value)) >= 4 and not starts_with(value, 'person-')
  group by lower(trim(value))
  having max(day) < $first_kept::date and count(*) = count(day)
  order by 1`;

/** The personal values of a company that are older than its retention allows. Nothing where nothing is published. */
export async function expiredIn(
  config: LoadedConfig,
  { name, zone }: CompanyConfig,
  period: string,
): Promise<{ firstKept: string; values: string[] }> {
  const firstKept = firstKeptDay(period, Temporal.Now.zonedDateTimeISO(zone).toPlainDate()).toString();
  const { published } = companyPaths(config.data_dir, name);
  if (!existsSync(published)) return { firstKept, values: [] };
  const { connection, close } = await openSnapshot(published);
  try {
    const rows = await readRows(connection, expiredValues, { first_kept: firstKept });
    return { firstKept, values: rows.map((row) => textOf(row, 'value')) };
  } finally {
    close();
  }
}
