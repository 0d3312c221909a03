import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { firstOpenDay } from '../close/reopening.ts';
import { type CompanyData, openCompanyData, openToChange, thenClose } from '../company/company-data.ts';
import { loadNewReceipts } from '../company/load-landing.ts';
import { publishCompany } from '../company/published-warehouse.ts';
import { withRunLocks } from '../company/run-lock.ts';
import { lastInput } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { timestamp } from '../domain/clock.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { judgeDecided } from '../judge/judge-days.ts';
import { keepEvidence } from '../landing/decision-evidence.ts';
import type { Landing } from '../landing/landing.ts';
import { checkDecisions, type DecideRequest, type Outcome } from '../reconcile/decision/check-decisions.ts';
import type { Decision, DecisionRules, Refusal } from '../reconcile/decision/decision.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { type Warehouse, withReader } from '../warehouse/open.ts';
import { namingDamage } from '../warehouse/warehouse-error.ts';
import { type CompletedDecision, completeDecisions } from './complete-decisions.ts';
import { finishDecisions, periodsDecidedBefore } from './finish-decisions.ts';
import { type DecisionPreview, previewDecisions } from './preview-decisions.ts';
import type { Signer } from './signed-decisions.ts';

export type DecideResult<R extends DecideRequest> = {
  outcomes: Outcome<R>[];
  /** The days that were reconciled again, by company. */
  periods: { company: string; period: Period }[];
  /** The decisions that await a second approval and are not in force yet. */
  pending: PendingDecision[];
  /** With `isDryRun`: the items of the decisions that would be recorded, and the verdicts of their days with and without them. */
  preview: DecisionPreview;
};

/** A decision that awaits its second approval, and the reason. */
export type PendingDecision = { decision_id: string; because: string };

export type DecideOptions = {
  isDryRun: boolean;
  progress: Progress;
  /** Signs the decisions of the key's owner; the decisions of others remain unsigned. */
  signer?: Signer | undefined;
  /** The folder to which evidence paths are relative; the working directory where it is undefined. */
  cwd?: string;
};

function decisionRules({ decision }: LoadedConfig): DecisionRules {
  return {
    reasons: decision.reasons,
    secondPersonFor: decision.second_approval_for,
    secondPersonForItems: decision.second_approval_for_items,
    secondPersonOver: decision.second_approval_over,
    isVerifiedRequired: decision.second_approval_verified,
  };
}

async function keep(landing: Landing, decision: Decision): Promise<void> {
  await landing.put(
    newReceiptFacts({
      source: 'decision',
      kind: 'decision',
      company: decision.company,
      received_at: decision.decided_at,
      ext: 'json',
      content_type: 'application/json',
    }),
    { bytes: JSON.stringify(decision) },
  );
}

/** The days of the items that were decided. */
const daysOf = (decisions: readonly Decision[]) => ({
  sql: `select business_date from recon.item_day
    where break_id in (select unnest(from_json($ids, '["VARCHAR"]')))`,
  bound: { ids: JSON.stringify(decisions.map(({ break_id }) => break_id)) },
});

/** The ids, or beginnings of ids, in a request: of items, or of a decision. */
const idsOf = (request: DecideRequest): string[] =>
  ('concerns' in request ? [request.concerns] : request.breaks).map((id) => id.toLowerCase());

/** Those of the given ids that belong to an item or decision of a company, by its published snapshot. */
async function idsKnownTo(config: LoadedConfig, company: CompanyConfig, ids: readonly string[]): Promise<Set<string>> {
  const { published } = companyPaths(config.data_dir, company.name);
  if (!existsSync(published)) return new Set();
  return withReader(published, async ({ connection }) => {
    const rows = await readRows(
      connection,
      `select id from (select unnest(from_json($ids, '["VARCHAR"]')) as id) as asked
       where exists (select 1 from recon.item as item where starts_with(item.break_id, asked.id))
         or exists (select 1 from recon.decision as decision where starts_with(decision.decision_id, asked.id))`,
      { ids: JSON.stringify(ids) },
    );
    return new Set(rows.map(({ id }) => String(id)));
  });
}

/** The company that has the items or the decision of a request, or the reason why no single company has them. */
function ownerOf(
  request: DecideRequest,
  having: (id: string) => CompanyConfig[],
  otherwise: CompanyConfig,
): CompanyConfig | Refusal {
  const owners = new Set<CompanyConfig>();
  for (const id of idsOf(request)) {
    const [owner, other] = having(id);
    if (other !== undefined)
      return {
        code: 'BREAK_UNKNOWN',
        sentence: `More than one item has an id that begins with ${id}: give more digits.`,
      };
    if (owner !== undefined) owners.add(owner);
  }
  if (owners.size > 1)
    return { code: 'MATCH_ACROSS', sentence: 'Items of different companies or currencies cannot be matched.' };
  // an id that no company has is refused by any company
  return [...owners][0] ?? otherwise;
}

async function ownersOf(
  config: LoadedConfig,
  requests: readonly DecideRequest[],
): Promise<(CompanyConfig | Refusal)[]> {
  const [only, ...others] = config.companies;
  if (only === undefined) throw new TypeError('a configuration has a company');
  if (others.length === 0) return requests.map(() => only);
  const ids = [...new Set(requests.flatMap(idsOf))].filter((id) => id.length >= 4);
  const known = new Map<CompanyConfig, Set<string>>();
  for (const company of config.companies) known.set(company, await idsKnownTo(config, company, ids));
  const having = (id: string) => config.companies.filter((company) => known.get(company)?.has(id));
  return requests.map((request) => ownerOf(request, having, only));
}

/** Requests that were given, or that follow from the open data of the company. */
type Requests<R extends DecideRequest> = readonly R[] | ((connection: DuckDBConnection) => Promise<readonly R[]>);

type OpenedCompany<R extends DecideRequest> = {
  company: CompanyConfig;
  data: CompanyData;
  outcomes: Outcome<R>[];
  /** Days that an earlier command left to be reconciled or reported. */
  finished: Period[];
  preview: DecisionPreview;
};

/** Opens a company and checks its requests, without keeping anything of them. The work of a killed command is completed first. */
async function checkInCompany<R extends DecideRequest>(
  config: LoadedConfig,
  company: CompanyConfig,
  given: Requests<R>,
  { isDryRun, progress }: DecideOptions,
): Promise<OpenedCompany<R>> {
  const open = isDryRun ? openCompanyData : openToChange;
  const data = await open(config, company, progress);
  const now = timestamp(config.clock);
  try {
    const finished = isDryRun ? [] : await finishDecisions(config, company, data, progress);
    const requests = typeof given === 'function' ? await given(data.warehouse.connection) : given;
    const rules = { ...decisionRules(config), firstOpenDay: await firstOpenDay(data.landing, config.decision) };
    const outcomes = await checkDecisions(data.warehouse.connection, requests, rules, now);
    if (!isDryRun) finished.push(...(await periodsDecidedBefore(data, outcomes)));
    const accepted = outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
    const preview = isDryRun ? await previewDecisions(data, company.name, accepted) : { items: [], days: [] };
    return { company, data, outcomes, finished, preview };
  } catch (error) {
    await data.close().catch(() => undefined);
    throw error;
  }
}

/** Keeps decisions in landing, loads them, and reconciles their days again. Returns those days. */
async function recordInCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  completed: readonly CompletedDecision[],
  { landing, warehouse }: CompanyData,
  { progress, cwd = '.' }: DecideOptions,
): Promise<Period[]> {
  if (completed.length === 0) return [];
  const decisions = completed.map(({ decision }) => decision);
  for (const { decision, evidence } of completed) await keepEvidence(landing, decision, evidence, cwd);
  for (const decision of decisions) await keep(landing, decision);
  await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
  const periods = await judgeDecided(warehouse, landing, company, daysOf(decisions));
  await publishCompany(config, company, warehouse);
  return periods;
}

/** The decisions, or the decisions that they approve, that still await a second approval, and why. */
async function pendingOf(warehouse: Warehouse, completed: readonly CompletedDecision[]): Promise<PendingDecision[]> {
  const ids = completed.map(({ decision }) => decision.approves ?? decision.decision_id);
  const rows = await readRows(
    warehouse.connection,
    `select decision_id, pending_because from recon.decision_now
     where status = 'awaiting_approval' and decision_id in (select unnest(from_json($ids, '["VARCHAR"]'))) order by decision_id`,
    { ids: JSON.stringify(ids) },
  );
  return rows.map((row) => ({ decision_id: textOf(row, 'decision_id'), because: textOf(row, 'pending_because') }));
}

type Deciding<R extends DecideRequest> = { opened: OpenedCompany<R>[]; result: DecideResult<R> };

const naming = <T>(config: LoadedConfig, { name }: CompanyConfig, work: () => Promise<T>) =>
  namingDamage(companyPaths(config.data_dir, name).warehouse, work);

/** Signs the accepted decisions of the open companies, and records them. */
async function recordInCompanies<R extends DecideRequest>(
  config: LoadedConfig,
  { opened, result }: Deciding<R>,
  options: DecideOptions,
): Promise<DecideResult<R>> {
  const accepted = result.outcomes.flatMap((outcome) => ('decisions' in outcome ? outcome.decisions : []));
  const completed = await completeDecisions(accepted, options.signer, options.cwd);
  for (const { company, data, finished } of opened) {
    result.periods.push(...finished.map((period) => ({ company: company.name, period })));
    const own = completed.filter(({ decision }) => decision.company === company.name);
    const periods = await naming(config, company, () => recordInCompany(config, company, own, data, options));
    result.periods.push(...periods.map((period) => ({ company: company.name, period })));
    result.pending.push(...(await pendingOf(data.warehouse, own)));
  }
  const byId = new Map(completed.map(({ decision }) => [decision.decision_id, decision]));
  const outcomes = result.outcomes.map((outcome) =>
    'decisions' in outcome
      ? { ...outcome, decisions: outcome.decisions.map((one) => byId.get(one.decision_id) ?? one) }
      : outcome,
  );
  return { ...result, outcomes };
}

/** Decides in several companies at once: everything is checked and signed before anything is kept. */
async function decideInCompanies<R extends DecideRequest>(
  config: LoadedConfig,
  requestsOf: ReadonlyMap<CompanyConfig, Requests<R>>,
  options: DecideOptions,
): Promise<DecideResult<R>> {
  const opened: OpenedCompany<R>[] = [];
  const work = async () => {
    for (const [company, requests] of requestsOf)
      opened.push(await naming(config, company, () => checkInCompany(config, company, requests, options)));
    const preview = {
      items: opened.flatMap((one) => one.preview.items),
      days: opened.flatMap((one) => one.preview.days),
    };
    const outcomes = opened.flatMap((one) => one.outcomes);
    const result: DecideResult<R> = { outcomes, periods: [], pending: [], preview };
    return options.isDryRun ? result : recordInCompanies(config, { opened, result }, options);
  };
  return thenClose(work, async () => {
    const closed = await Promise.allSettled(opened.map(({ data }) => data.close()));
    const failed = closed.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  });
}

/** Decides in companies that are locked together. */
function decideLocked<R extends DecideRequest>(
  config: LoadedConfig,
  requestsOf: ReadonlyMap<CompanyConfig, Requests<R>>,
  options: DecideOptions,
): Promise<DecideResult<R>> {
  const locks = [...requestsOf.keys()].map(({ name }) => companyPaths(config.data_dir, name).lock);
  return withRunLocks(locks, () => decideInCompanies(config, requestsOf, options), { purpose: 'decide' });
}

/** Finds requests in the open data of companies while they are locked, and decides them. A company without published data is left out. */
export function decideFound<R extends DecideRequest>(
  config: LoadedConfig,
  companies: readonly CompanyConfig[],
  find: (connection: DuckDBConnection, company: CompanyConfig) => Promise<readonly R[]>,
  options: DecideOptions,
): Promise<DecideResult<R>> {
  const started = companies.filter(({ name }) => existsSync(companyPaths(config.data_dir, name).published));
  const requestsOf = new Map(
    started.map((company) => [company, (connection: DuckDBConnection) => find(connection, company)] as const),
  );
  return decideLocked(config, requestsOf, options);
}

/**
 * Records decisions: each is kept in landing like a received file, and its days are reconciled again. A refused request is returned with
 * its reason and leaves nothing. With `isDryRun` nothing is kept. The companies concerned are locked together before anything is kept.
 * Where a run holds one of their locks, no decision is recorded; other companies are not affected.
 */
export async function decide<R extends DecideRequest>(
  config: LoadedConfig,
  requests: readonly R[],
  options: DecideOptions,
): Promise<DecideResult<R>> {
  const owners = await ownersOf(config, requests);
  const concerned = config.companies.filter((company) => owners.includes(company));
  const requestsOf = new Map(
    concerned.map((company) => [company, requests.filter((_, index) => owners[index] === company)]),
  );
  const decided = await decideLocked(config, requestsOf, options);
  const outcomes = new Map(decided.outcomes.map((outcome) => [outcome.request, outcome]));
  return {
    ...decided,
    outcomes: requests.map((request, index): Outcome<R> => {
      const owner = owners[index];
      if (owner !== undefined && 'code' in owner) return { request, refusal: owner };
      const outcome = outcomes.get(request);
      if (outcome === undefined) throw new TypeError('a request has no outcome');
      return outcome;
    }),
  };
}
