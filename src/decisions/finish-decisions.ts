import type { CompanyData } from '../company/company-data.ts';
import { loadNewReceipts } from '../company/load-landing.ts';
import { publishCompany, withProven } from '../company/published-warehouse.ts';
import { lastInput } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { contiguousPeriods, judgeDecided } from '../judge/judge-days.ts';
import type { DecideRequest, Outcome } from '../reconcile/decision/check-decisions.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

const lastRun = 'select coalesce(max(run_id), 0) as n from recon.run';

/** Whether a snapshot has the last run of a warehouse; false for a snapshot that is missing or damaged. */
async function hasLastRun(snapshotPath: string, warehouse: Warehouse): Promise<boolean> {
  const isSame = await withProven(snapshotPath, async (snapshot) => {
    const [here = {}] = await readRows(warehouse.connection, lastRun);
    const [there = {}] = await readRows(snapshot.connection, lastRun);
    return numberOf(here, 'n') === numberOf(there, 'n');
  });
  return isSame ?? false;
}

/** Whether the published snapshot and, where it is configured, the masked copy have the last run. */
async function isPublished(config: LoadedConfig, { name }: CompanyConfig, warehouse: Warehouse): Promise<boolean> {
  const { published, masked } = companyPaths(config.data_dir, name);
  const isMasked = config.warehouse.masked_snapshot !== 'none';
  return (await hasLastRun(published, warehouse)) && (!isMasked || (await hasLastRun(masked, warehouse)));
}

/**
 * Completes the work of a killed command: loads the decisions that it kept in landing, reconciles their days, and publishes where the
 * snapshots are out of date. Returns those days. The caller holds the company's lock.
 */
export async function finishDecisions(
  config: LoadedConfig,
  company: CompanyConfig,
  { landing, warehouse }: Pick<CompanyData, 'landing' | 'warehouse'>,
  progress: Progress,
): Promise<Period[]> {
  await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
  const periods = await judgeDecided(warehouse, landing, company, { sql: 'from recon.newly_decided_day', bound: {} });
  if (periods.length > 0 || !(await isPublished(config, company, warehouse)))
    await publishCompany(config, company, warehouse);
  return periods;
}

/** Refusals of a request because its item is already decided. */
const decidedBefore = ['BREAK_DECIDED', 'APPROVED_ALREADY', 'DECISION_UNDONE'];

/** The days of requests refused because their items are already decided; a killed command may not have reported these days. */
export function periodsDecidedBefore(
  { warehouse }: Pick<CompanyData, 'warehouse'>,
  outcomes: readonly Outcome[],
): Promise<Period[]> {
  const requests: DecideRequest[] = outcomes.flatMap((outcome) =>
    'refusal' in outcome && decidedBefore.includes(outcome.refusal.code) ? [outcome.request] : [],
  );
  const ids = requests.flatMap((request) => ('concerns' in request ? [request.concerns] : request.breaks));
  return contiguousPeriods(
    warehouse,
    `select item.business_date
     from (select lower(unnest(from_json($ids, '["VARCHAR"]'))) as id) as asked
     inner join recon.item_day as item on starts_with(item.break_id, asked.id)
       or item.break_id in (select break_id from recon.decision_state where starts_with(decision_id, asked.id))`,
    { ids: JSON.stringify(ids) },
  );
}
