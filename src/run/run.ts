import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { companyContext, type Extracted, extractCompany } from '../connectors/extract-company.ts';
import { type HttpClient, openHttpClient } from '../connectors/http/client.ts';
import type { Unexpected } from '../connectors/record-schema.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { type Verdict, verdictSchema } from '../domain/verdict.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { publishSnapshot } from '../warehouse/publish.ts';
import { carryForward, judgeBrokenMatches } from './carry-forward.ts';
import { configurationAccess } from './connector-context.ts';
import { loadNewReceipts } from './load.ts';
import { locateDifferences } from './locate/locate-differences.ts';
import { openDaysBefore } from './open-days.ts';
import { withRunLock } from './run-lock.ts';
import { lastInput, markRun } from './run-mark.ts';
import { writeCompanies } from './write-companies.ts';

export type RunWish = {
  config: LoadedConfig;
  companies: CompanyConfig[];
  /** The period of each company, in its own days. */
  periodOf: (company: CompanyConfig) => Period;
  /** Whether the services are asked at all: not for a file that a person brought. */
  isFetching: boolean;
  refresh: boolean;
  progress: Progress;
  /** Runs after landing is open and before anything is loaded: an import puts its file there. */
  bring?: (landing: Landing) => Promise<void>;
};

export type RunResult = {
  verdicts: Verdict[];
  /** What kept a service from being read, by company. */
  errors: { company: string; error: unknown }[];
  /** Fields and values that the specifications do not name: kept, counted, and no reason to stop. */
  unexpected: (Unexpected & { company: string })[];
  periods: { company: string; period: Period }[];
};

/** The verdicts of a company's period, as the warehouse has them. */
export async function readVerdicts(warehouse: Warehouse, company: string, period: Period): Promise<Verdict[]> {
  const rows = await readRows(
    warehouse.connection,
    `select company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount,
       timing_count, suggested_count, overdue_count, rejected_count, residual
     from mart.verdict
     where company = $company and business_date >= $from::date and business_date < $to::date
     order by company, business_date, currency`,
    { company, from: period.from.toString(), to: period.to.toString() },
  );
  return rows.map((row) => verdictSchema.parse(row));
}

async function withHttp<T>(work: (http: HttpClient) => Promise<T>): Promise<T> {
  const http = openHttpClient();
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

/** Reads what the company's connectors bring, and locates differences; returns what kept an input from coming. */
async function runCompany(
  wish: RunWish,
  company: CompanyConfig,
  landing: Landing,
  warehouse: Warehouse,
): Promise<Extracted & { verdicts: Verdict[] }> {
  const { config, isFetching, refresh, progress } = wish;
  const period = wish.periodOf(company);
  const openDays = await openDaysBefore(warehouse, company.name, period);
  const extracted = await withHttp(async (http) => {
    const extract = {
      ...{ company, ...configurationAccess(config), http, landing, period, openDays, refresh, progress },
      isLocalOnly: !isFetching,
    };
    const result = await extractCompany(extract);
    await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
    if (isFetching) {
      const context = companyContext(extract);
      await locateDifferences({ warehouse, landing, company, context, progress }, period);
    }
    return result;
  });
  if (lastInput(landing, company.name) === 0) return { verdicts: [], ...extracted };
  const earlier = progress.step('Looking again at what is open from earlier days');
  const carried = await carryForward(warehouse, landing, company.name, period);
  const isNothingOpen = carried.judged.length === 0 && carried.period.from.equals(period.from);
  earlier.done(isNothingOpen ? 'nothing new' : undefined);
  const mark = await markRun(landing, company.name, carried.period);
  const step = progress.step('Reconciling');
  await reconcile(warehouse.connection, mark, (title) => step.note(title));
  await judgeBrokenMatches(warehouse, landing, company.name);
  step.done();
  return { verdicts: await readVerdicts(warehouse, company.name, period), ...extracted };
}

/**
 * The main job: fetch what is missing, load it, reconcile, and publish a snapshot for readers. It can be killed at any
 * point and run again; it never asks for a statement twice.
 */
export async function run(wish: RunWish): Promise<RunResult> {
  const paths = dataPaths(wish.config.data_dir);
  return withRunLock(paths.lock, async () => {
    const landing = await openLanding(paths.landing);
    await wish.bring?.(landing);
    const warehouse = await openWarehouse(paths.warehouse, {
      memoryLimit: wish.config.warehouse.memory_limit,
      threads: wish.config.warehouse.threads,
    });
    try {
      await writeCompanies(warehouse.connection, wish.config);
      const result: RunResult = { verdicts: [], errors: [], unexpected: [], periods: [] };
      for (const company of wish.companies) {
        const { verdicts, errors, unexpected } = await runCompany(wish, company, landing, warehouse);
        result.verdicts.push(...verdicts);
        result.errors.push(...errors.map((error) => ({ company: company.name, error })));
        result.unexpected.push(...unexpected.map((one) => ({ company: company.name, ...one })));
        result.periods.push({ company: company.name, period: wish.periodOf(company) });
      }
      const step = wish.progress.step('Publishing the snapshot');
      await publishSnapshot(warehouse, paths.published);
      step.done();
      return result;
    } finally {
      warehouse.close();
    }
  });
}

/** The period of a single day, or of days from one to another, both included, as a user names them. */
export function periodOfDays(first: string, last: string): Period {
  return { from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(last).add({ days: 1 }) };
}
