import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotsThere } from '../company/published-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { trustedRuns } from '../schedule/due.ts';
import { metricsText, type OpenAmount, type Standing } from '../schedule/metrics.ts';
import { numberOf, textOf } from '../warehouse/duckdb-values.ts';
import { openSnapshots, type Snapshots } from '../warehouse/snapshots.ts';
import { worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { keepCrash } from './crash.ts';
import { type CompanyState, companyState, stateFields, stateTerms, stateText, worstOfStates } from './current-state.ts';

type CompanyStanding = { state: CompanyState; standing: Standing & { exitStatus: ExitStatus } };

/** A standing, or why there is none. It is read again when `madeOf` differs: every ten minutes too, because days and inputs fall due. */
type Known = { madeOf: string; found: CompanyStanding | TieoutError };

const openSql = `select currency, count(*)::integer as causes, sum(abs(debit - credit))::decimal(38, 4)::text as amount
  from mart.cause where company = $company and is_difference and status = 'open' group by currency order by currency`;

async function openAmounts(snapshots: Pick<Snapshots, 'read'> | undefined, company: string): Promise<OpenAmount[]> {
  const rows = (await snapshots?.read(openSql, { company })) ?? [];
  return rows.map((row) => ({
    currency: textOf(row, 'currency'),
    causes: numberOf(row, 'causes'),
    amount: textOf(row, 'amount'),
  }));
}

/** Writes the metrics whole, so that a reader never sees half of them. Only the holder of the schedule's lock writes them. */
async function writeMetrics({ data_dir: dataDir, monitoring }: LoadedConfig, text: string): Promise<void> {
  const path = monitoring.metrics ?? dataPaths(dataDir).metrics;
  const unfinished = `${path}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    // a collector runs as another user
    if (monitoring.metrics !== undefined) await chmod(unfinished, 0o644);
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new TieoutError({
      code: 'METRICS_NOT_WRITTEN',
      message: `The metrics could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy: 'Check that the folder of monitoring.metrics exists, and that this user may write it.',
      place: { file: path },
      cause,
    });
  }
}

/** How the companies stand: the exit status of the worst, and the metrics. */
type Stand = { status: ExitStatus; metrics: string };

export type WakeUp = {
  /**
   * Reads how each company stands. `says` also logs it. A company with a damaged snapshot or landing index does not hide the others; its
   * error is reported and counts.
   */
  look(options: { says: boolean }): Promise<Stand>;
  /** Tells it to other programs: in the metrics, and to the address that watches the schedule. Logs what fails. */
  tell(stand: Stand): Promise<void>;
};

type Terms = Awaited<ReturnType<typeof stateTerms>>;

/** When a run with all inputs last ended, an instant. */
function lastSuccess({ history, now }: Terms, name: string): string | undefined {
  return trustedRuns(history, now).findLast(
    ({ company, outcome }) => company === name && outcome !== 'failed' && outcome !== 'incomplete',
  )?.ended_at;
}

const changeOf = (path: string) =>
  stat(path).then(
    ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
    () => '',
  );

/** The wake-ups of a schedule. */
export function openWakeUp(config: LoadedConfig, context: CommandContext): WakeUp {
  const known = new Map<string, Known>();

  async function standingOf(company: CompanyConfig, terms: Terms): Promise<CompanyStanding> {
    const there = snapshotsThere(config, [company]);
    const snapshots = there.size === 0 ? undefined : await openSnapshots(there);
    try {
      const state = await companyState(company, snapshots, terms);
      const open = await openAmounts(snapshots, company.name);
      const lastSuccessAt = lastSuccess(terms, company.name);
      const exitStatus = worstOfStates([state]);
      return { state, standing: { company: company.name, exitStatus, days: state.days, lastSuccessAt, open } };
    } finally {
      snapshots?.close();
    }
  }

  async function madeOf({ name }: CompanyConfig, { history, closes, now }: Terms): Promise<string> {
    const { published, landing } = companyPaths(config.data_dir, name);
    const runs = history.filter((entry) => 'company' in entry && entry.company === name).length;
    const tries = closes.filter(({ company }) => company === name).length;
    const changes = [await changeOf(published), await changeOf(join(landing, 'index.jsonl'))];
    return [...changes, runs, tries, now.toString().slice(0, 'yyyy-mm-ddThh:m'.length)].join(' ');
  }

  /** How a company stands, or its error, which is reported when it is first met. */
  async function found(company: CompanyConfig, terms: Terms, says: boolean): Promise<Known['found']> {
    const present = await madeOf(company, terms);
    const before = known.get(company.name);
    if (before?.madeOf === present) return before.found;
    const now = await standingOf(company, terms).catch(async (cause: unknown) => {
      const error = cause instanceof TieoutError ? cause : await keepCrash(cause, dataPaths(config.data_dir).log);
      context.reportError(error, company.name);
      return error;
    });
    known.set(company.name, { madeOf: present, found: now });
    if (says && !(now instanceof TieoutError)) {
      const say = worstOfStates([now.state]) === 0 ? context.log.info : context.log.warn;
      say(stateText(now.state), stateFields(now.state));
    }
    return now;
  }

  async function look({ says }: { says: boolean }): Promise<Stand> {
    const terms = await stateTerms(config, context);
    const standings: CompanyStanding['standing'][] = [];
    for (const company of config.companies) {
      const now = await found(company, terms, says);
      const unknown = { company: company.name, days: [], lastSuccessAt: undefined, open: [] };
      standings.push(now instanceof TieoutError ? { ...unknown, exitStatus: now.exitStatus } : now.standing);
    }
    const status = worstStatus(standings.map(({ exitStatus }) => exitStatus));
    return { status, metrics: metricsText(standings, status, terms.now) };
  }

  let warned = new Map<string, string>();
  async function tell({ status, metrics }: Stand): Promise<void> {
    const { ping } = await import('../notice/ping.ts');
    const failed = new Map<string, string>();
    const ways = { metrics: () => writeMetrics(config, metrics), ping_url: () => ping(config, status) };
    for (const [key, tell] of Object.entries(ways))
      await tell().catch((error: unknown) => {
        if (!(error instanceof TieoutError)) throw error;
        failed.set(key, error.message);
        // a service does not repeat it each minute
        if (warned.get(key) !== error.message)
          context.log.warn(`monitoring.${key}: ${error.message}`, { code: error.code, remedy: error.remedy });
      });
    warned = failed;
  }

  return { look, tell };
}
