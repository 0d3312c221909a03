import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { DecideRequest, Outcome } from '../reconcile/decision/preview.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { CompanyData } from './company-data.ts';
import { contiguousPeriods } from './contiguous-periods.ts';
import { loadNewReceipts } from './load.ts';
import { publishCompany } from './publish-company.ts';
import { lastInput, markRun } from './run-mark.ts';

/** Days of items with a decision that no run of these days knew. */
const unfinishedDays = `select item.business_date
  from recon.decision as decision
  inner join recon.item as item on item.company = decision.company and item.break_id = decision.break_id
  where decision.company = $company
    and not exists (
      select 1 from recon.run as run
      where run.company = decision.company and run.known_through >= decision.file_id
        and item.business_date >= run.period_start and item.business_date < run.period_end
    )`;

/**
 * Does what a command that was killed did not come to: decisions that it kept in landing are loaded, and their days are reconciled
 * and published. Returns those days. The caller holds the company's lock.
 */
export async function finishDecisions(
  config: LoadedConfig,
  company: CompanyConfig,
  { landing, warehouse }: Pick<CompanyData, 'landing' | 'warehouse'>,
  progress: Progress,
): Promise<Period[]> {
  await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
  const periods = await contiguousPeriods(warehouse, unfinishedDays, { company: company.name });
  for (const period of periods) await reconcile(warehouse.connection, await markRun(landing, company.name, period));
  if (periods.length > 0) await publishCompany(config, company, warehouse);
  return periods;
}

/** Refusals of what is decided already. */
const decidedBefore = ['BREAK_DECIDED', 'APPROVED_ALREADY', 'DECISION_UNDONE'];

/** The days of what is refused because it is decided already: a command that was killed may not have reported them. */
export function periodsDecidedBefore(
  { warehouse }: Pick<CompanyData, 'warehouse'>,
  company: CompanyConfig,
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
     inner join recon.item as item on item.company = $company
     where starts_with(item.break_id, asked.id)
       or item.break_id in (select break_id from recon.decision where starts_with(decision_id, asked.id))`,
    { company: company.name, ids: JSON.stringify(ids) },
  );
}
