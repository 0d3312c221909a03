import type { CompanyData } from '../company/company-data.ts';
import { lastInput } from '../company/run-mark.ts';
import { timestamp } from '../domain/clock.ts';
import { type JudgedDay, periodAround, runsOf } from '../domain/judged-day.ts';
import { daysTogether } from '../judge/days-to-judge.ts';
import { noteDecision } from '../reconcile/decision/check-decisions.ts';
import type { Decision } from '../reconcile/decision/decision.ts';
import { reconcileOnTrial } from '../reconcile/reconcile.ts';
import { registerReconciliations } from '../reconcile/register-reconciliations.ts';
import { deriveDecisions } from '../warehouse/derive.ts';
import { execute, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';

/** What a decision is about: the item in words, its amount as text with the decimals of its currency, and its day, ISO 8601. */
export type DecidedItem = {
  break_id: string;
  company: string;
  currency: string;
  business_date: string;
  reconciliation: string;
  title: string;
  reason: string;
  key: string;
  amount: string | null;
};

/** The verdict of a day now, and with the decisions; equal where they do not change it. */
export type DecidedDay = { company: string; currency: string; business_date: string; before: string; after: string };

export type DecisionPreview = { items: DecidedItem[]; days: DecidedDay[] };

const idsOf = (decisions: readonly Decision[]) => JSON.stringify(decisions.map(({ break_id: id }) => id));

async function decidedItems(
  { warehouse }: CompanyData,
  company: string,
  decisions: readonly Decision[],
): Promise<DecidedItem[]> {
  const rows = await readRows(
    warehouse.connection,
    `select item.break_id, item.currency, item.business_date::text as business_date, item.reconciliation,
       reconciliation.title, item.reason, coalesce(item.left_key, item.right_key, item.item_key) as key,
       core.money_text(item.currency, item.right_minus_left) as amount
     from recon.item as item
     inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
     where item.break_id in (select unnest(from_json($ids, '["VARCHAR"]')))`,
    { ids: idsOf(decisions) },
  );
  return rows.map((row) => ({
    break_id: textOf(row, 'break_id'),
    company,
    currency: textOf(row, 'currency'),
    business_date: textOf(row, 'business_date'),
    reconciliation: textOf(row, 'reconciliation'),
    title: textOf(row, 'title'),
    reason: textOf(row, 'reason'),
    key: textOf(row, 'key'),
    amount: row.amount === null ? null : textOf(row, 'amount'),
  }));
}

async function verdictsOf({ warehouse }: CompanyData, company: string, days: readonly JudgedDay[]) {
  const rows = await readRows(
    warehouse.connection,
    `select currency, business_date::text as business_date, verdict from recon.verdict
     where business_date in (select unnest(from_json($days, '["DATE"]')))
     order by business_date, currency`,
    { days: JSON.stringify(days.map(({ day }) => day)) },
  );
  return rows.map((row) => ({
    company,
    currency: textOf(row, 'currency'),
    business_date: textOf(row, 'business_date'),
    verdict: textOf(row, 'verdict'),
  }));
}

/** Judges the days with the decisions in a transaction that is rolled back, and returns their verdicts. */
async function verdictsWith(
  data: CompanyData,
  company: string,
  days: readonly JudgedDay[],
  decisions: readonly Decision[],
) {
  const { landing, warehouse } = data;
  const { connection } = warehouse;
  await registerReconciliations(connection);
  await execute(connection, 'begin');
  try {
    for (const decision of decisions) await noteDecision(connection, decision);
    await deriveDecisions(connection);
    const [row = {}] = await readRows(connection, 'select coalesce(max(run_id), 0)::integer as run_id from recon.run');
    for (const [index, together] of runsOf(days).entries()) {
      await reconcileOnTrial(connection, {
        runId: numberOf(row, 'run_id') + index + 1,
        period: periodAround(together),
        days: together,
        knownThrough: lastInput(landing, company),
        markedAt: timestamp(landing.clock),
      });
    }
    return await verdictsOf(data, company, days);
  } finally {
    await execute(connection, 'rollback').catch(() => undefined);
  }
}

/** What decisions of a company are about, and the verdicts of their days with them. Nothing is kept. */
export async function previewDecisions(
  data: CompanyData,
  company: string,
  decisions: readonly Decision[],
): Promise<DecisionPreview> {
  if (decisions.length === 0) return { items: [], days: [] };
  const items = await decidedItems(data, company, decisions);
  const affected = await readRows(
    data.warehouse.connection,
    `select distinct business_date::text as day from recon.item_day where break_id in (select unnest(from_json($ids, '["VARCHAR"]')))`,
    { ids: idsOf(decisions) },
  );
  const decided = affected.map((row): JudgedDay => ({ day: textOf(row, 'day'), because: 'decided' }));
  const days = await daysTogether(data.warehouse, data.landing, decided);
  const before = await verdictsOf(data, company, days);
  const after = await verdictsWith(data, company, days, decisions);
  return {
    items,
    days: before.map(({ verdict, ...day }) => ({
      ...day,
      before: verdict,
      after:
        after.find(({ currency, business_date: date }) => currency === day.currency && date === day.business_date)
          ?.verdict ?? verdict,
    })),
  };
}
