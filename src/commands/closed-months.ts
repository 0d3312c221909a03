import { approvedReopening } from '../close/reopening.ts';
import { closedMonths } from '../close/sealed-pack.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { counted } from '../domain/counted.ts';
import { readKeptLanding } from '../landing/landing.ts';
import { byClosedMonth, type LateChange, lateChangesText, readLateChanges } from '../report/late-changes.ts';
import { numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Snapshots } from '../warehouse/snapshots.ts';

/** The state of a month of a company: sealed, changed since, reopened, closable as far as the verdicts show, or open. */
export type MonthState = {
  company: string;
  month: string;
  state: 'open' | 'closable' | 'sealed' | 'changed' | 'reopened';
  version: number | null;
  closed_at: string | null;
  days: number;
  reconciled_days: number;
  /** The missing work or the changes, in words for people. */
  remark: string;
};

/** The number of months that are listed of each company. */
const monthsListed = 14;

const monthsSql = `
  with day as (
    select company, business_date, bool_and(verdict in ('reconciled', 'reconciled_with_timing')) as is_reconciled,
      sum(break_count) as break_count
    from mart.verdict group by company, business_date
  )
  select company, strftime(business_date, '%Y-%m') as month, count(*)::integer as days,
    (count(*) filter (is_reconciled))::integer as reconciled_days, sum(break_count)::integer as break_count,
    max(business_date) = last_day(max(business_date)) as is_over
  from day group by company, month
  order by company, month desc`;

type Judged = { days: number; reconciled: number; breaks: number; isOver: boolean };

function openMonth({ days, reconciled, breaks, isOver }: Judged): Pick<MonthState, 'state' | 'remark'> {
  const missing = [
    ...(isOver ? [] : ['its last day is not reconciled yet']),
    ...(reconciled < days ? [`${counted(days - reconciled, 'day is', 'days are')} not reconciled`] : []),
    ...(breaks > 0 ? [counted(breaks, 'break', 'breaks')] : []),
  ];
  return missing.length === 0
    ? { state: 'closable', remark: 'Its days are reconciled.' }
    : { state: 'open', remark: `${missing.join(', ')}.` };
}

/** The months of the companies, the newest first. Throws LANDING_INDEX_DAMAGED. */
export async function monthStates(
  config: LoadedConfig,
  companies: readonly CompanyConfig[],
  snapshots: Pick<Snapshots, 'read'>,
): Promise<MonthState[]> {
  const rows = await snapshots.read(monthsSql);
  const late = byClosedMonth(await readLateChanges(snapshots.read));
  const states: MonthState[] = [];
  for (const { name } of companies) {
    const ofMonth = (row: WarehouseRow): Judged => ({
      ...{ days: numberOf(row, 'days'), reconciled: numberOf(row, 'reconciled_days') },
      ...{ breaks: numberOf(row, 'break_count'), isOver: row.is_over === true },
    });
    const own = rows.filter(({ company }) => company === name);
    const judged = new Map(own.map((row) => [textOf(row, 'month'), ofMonth(row)]));
    const landing = await readKeptLanding(companyPaths(config.data_dir, name).landing);
    const closed = closedMonths(landing.receipts());
    const months = [...new Set([...judged.keys(), ...closed.keys()])].sort().toReversed().slice(0, monthsListed);
    for (const month of months) {
      const known = judged.get(month) ?? { days: 0, reconciled: 0, breaks: 0, isOver: true };
      const pack = closed.get(month);
      // a version that was sealed after the last run includes the changes that the run found in the version before
      const changes =
        late.find(([one]) => one?.company === name && one.month === month && one.version === (pack?.version ?? 1)) ??
        [];
      const reopened = pack !== undefined && (await approvedReopening(landing, pack, config.decision)) !== undefined;
      states.push({
        ...{ company: name, month, days: known.days, reconciled_days: known.reconciled },
        ...{ version: pack === undefined ? null : (pack.version ?? 1), closed_at: pack?.receipt.received_at ?? null },
        ...(pack === undefined ? openMonth(known) : sealedMonth(changes, reopened)),
      });
    }
  }
  return states;
}

function sealedMonth(changes: readonly LateChange[], isReopened: boolean): Pick<MonthState, 'state' | 'remark'> {
  if (isReopened) return { state: 'reopened', remark: 'Reopening approved: close the month again.' };
  if (changes.length === 0) return { state: 'sealed', remark: '' };
  return { state: 'changed', remark: `${lateChangesText(changes)}.` };
}
