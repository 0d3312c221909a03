import { existsSync } from 'node:fs';
import type { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../../config/company-schema.ts';
import { companyPaths } from '../../config/data-paths.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { isDistinct } from '../../privacy/find-values.ts';
import { readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { withReader } from '../../warehouse/open.ts';

/** Values to be forgotten, and the number of values left out because they are also ordinary words or short numbers. */
export type ToForget = { values: readonly string[]; leftOut: number };

/** The first day that is kept under a retention period of the configuration such as "24 months". */
export function firstKeptDay(period: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const [count = '', unit = ''] = period.split(' ');
  return today.subtract({ [unit.endsWith('s') ? unit : `${unit}s`]: Number(count) });
}

/** Personal values that occur in no record of a later business day. */
const expiredValues = `
  with record as (
    select unnest([customer_name, customer_email]) as value, business_date as day from core.payment
    union all select unnest([customer_name, customer_email]), business_date from core.merchant_order
    union all select counterparty, booked_on from core.list_line
    union all select unnest([paid_name, paid_account_number, email]), business_date from core.payout
    union all
      select unnest([recipient.name, recipient.account_number]),
        greatest(payout.business_date, recipient.updated_at::date, recipient.created_at::date)
      from core.recipient as recipient
      left join core.payout as payout
        on payout.recipient_id = recipient.recipient_id
  )
  select any_value(value) as value from record
  where length(trim(value)) > 1
  group by lower(trim(value))
  having max(day) < $first_kept::date and count(*) = count(day)
  order by 1`;

/**
 * The personal values of a company that occur in no record from `firstKept` on, without earlier replacements, and the number of values
 * left out because they are not distinct enough to be found reliably. Empty where nothing is published.
 */
export async function expiredIn(
  config: LoadedConfig,
  { name }: CompanyConfig,
  firstKept: Temporal.PlainDate,
  isReplacement: (value: string) => boolean,
): Promise<ToForget> {
  const { published } = companyPaths(config.data_dir, name);
  if (!existsSync(published)) return { values: [], leftOut: 0 };
  return withReader(published, async ({ connection }) => {
    const rows = await readRows(connection, expiredValues, { first_kept: firstKept.toString() });
    const expired = rows.map((row) => textOf(row, 'value')).filter((value) => !isReplacement(value));
    const values = expired.filter(isDistinct);
    return { values, leftOut: expired.length - values.length };
  });
}
