import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import type { Decision, DecisionRules } from '../reconcile/decision/decision.ts';
import { type Outcome, previewDecisions, type Wish } from '../reconcile/decision/preview.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { publishSnapshot } from '../warehouse/publish.ts';
import { judgeBrokenMatches } from './carry-forward.ts';
import { stretchesOf } from './contiguous-periods.ts';
import { keepEvidence } from './evidence.ts';
import { loadNewReceipts } from './load.ts';
import { withRunLock } from './run-lock.ts';
import { lastInput, markRun } from './run-mark.ts';
import { writeCompanies } from './write-companies.ts';

export type DecideResult<W extends Wish> = {
  outcomes: Outcome<W>[];
  /** The days that were judged again, by company. */
  periods: { company: string; period: Period }[];
};

export function decisionRules({ decision }: LoadedConfig): DecisionRules {
  return {
    reasons: decision.reasons,
    secondPersonFor: decision.second_approval_for,
    secondPersonOver: decision.second_approval_over,
  };
}

async function keep(landing: Landing, decision: Decision): Promise<void> {
  await landing.put(
    {
      source: 'decision',
      kind: 'decision',
      company: decision.company,
      batch_id: null,
      page: null,
      is_last_page: null,
      request: null,
      currency: null,
      window_from: null,
      window_to: null,
      received_at: decision.decided_at,
      ext: 'json',
      content_type: 'application/json',
      original_name: null,
    },
    { bytes: JSON.stringify(decision) },
  );
}

/** The days of the items that were decided, those that follow each other as one period. */
function periodsOf(warehouse: Warehouse, company: string, decisions: readonly Decision[]): Promise<Period[]> {
  return stretchesOf(
    warehouse,
    `select business_date from recon.item
     where company = $company and break_id in (select unnest(from_json($ids, '["VARCHAR"]')))`,
    { company, ids: JSON.stringify(decisions.map(({ break_id }) => break_id)) },
  );
}

/**
 * Records what people decided: each decision is kept in landing like everything that arrives, and the days that it is
 * about are judged again with what is known. What is refused is told with its reason and leaves nothing. With
 * `isDryRun` nothing is kept.
 */
export async function decide<W extends Wish>(
  config: LoadedConfig,
  wishes: readonly W[],
  { isDryRun, progress }: { isDryRun: boolean; progress: Progress },
): Promise<DecideResult<W>> {
  const paths = dataPaths(config.data_dir);
  return withRunLock(
    paths.lock,
    async () => {
      const landing = await openLanding(paths.landing);
      const warehouse = await openWarehouse(paths.warehouse, {
        memoryLimit: config.warehouse.memory_limit,
        threads: config.warehouse.threads,
      });
      try {
        await writeCompanies(warehouse.connection, config);
        const now = Temporal.Now.instant().round('millisecond').toString();
        const outcomes = await previewDecisions(warehouse.connection, wishes, decisionRules(config), now);
        const decisions = outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
        if (isDryRun || decisions.length === 0) return { outcomes, periods: [] };
        for (const decision of decisions) await keep(landing, await keepEvidence(landing, decision));
        const periods: DecideResult<W>['periods'] = [];
        for (const company of config.companies) {
          const own = decisions.filter((decision) => decision.company === company.name);
          if (own.length === 0) continue;
          const through = lastInput(landing, company.name);
          await loadNewReceipts(warehouse.connection, landing, company, through, progress);
          for (const period of await periodsOf(warehouse, company.name, own)) {
            await reconcile(warehouse.connection, await markRun(landing, company.name, period));
            periods.push({ company: company.name, period });
          }
          for (const period of await judgeBrokenMatches(warehouse, landing, company.name))
            periods.push({ company: company.name, period });
        }
        await publishSnapshot(warehouse, paths.published);
        return { outcomes, periods };
      } finally {
        warehouse.close();
      }
    },
    { purpose: 'decide' },
  );
}
