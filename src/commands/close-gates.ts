import {
  type Counted,
  continuityObstacles,
  countedDays,
  countedLedgers,
  type GateName,
  ledgerObstacles,
  type Obstacle,
  ofMonth,
  openDayObstacles,
} from '../close/gates.ts';
import { linesBefore, type MonthState } from '../close/record-close.ts';
import { readSelftest } from '../close/selftest-record.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { compareRebuilt } from '../evidence/rebuild-company.ts';
import { verifyCompany } from '../evidence/verify-company.ts';
import type { Landing } from '../landing/landing.ts';
import { runCompany } from '../pipeline/run-company.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import { verifyPacks } from './verify.ts';

/** What the gates found so far: which were asked, what they looked at, and what they refuse. */
export type Asked = { gates: GateName[]; obstacles: Obstacle[]; counted?: Counted };

const errorOf = (error: unknown): { code: string; message: string; remedy: string } =>
  error instanceof TieoutError
    ? error
    : { code: '', message: error instanceof Error ? error.message : String(error), remedy: 'See the log.' };

/**
 * Fetches the days of a month again, as far as they are over, and judges them with all that is known. An input that could not be fetched
 * is an obstacle: the month could have changed.
 */
export async function fetchAgain(
  config: LoadedConfig,
  company: CompanyConfig,
  period: Period,
  progress: Progress,
): Promise<Asked> {
  const { errors } = await runCompany({ config, company, period, isFetching: true, refresh: true, progress });
  const obstacles = errors.map((error) => {
    const { code, message, remedy } = errorOf(error);
    return ofMonth('fetched', `${code === '' ? '' : `${code}: `}${message}`, remedy);
  });
  return { gates: ['fetched'], obstacles };
}

/** Compares the data with a rebuild from the received files, where the configuration asks for it. */
export async function rebuildGate(config: LoadedConfig, company: CompanyConfig, progress: Progress): Promise<Asked> {
  if (!company.close.rebuild) return { gates: [], obstacles: [] };
  const { comparison } = await compareRebuilt(config, company, progress);
  const action = 'Run `tieout rebuild`, and find out what changed the data.';
  const obstacles =
    comparison.state === 'equal'
      ? []
      : comparison.state === 'not_compared'
        ? [ofMonth('rebuild', comparison.reason ?? 'The data could not be compared.', action)]
        : comparison.different.map(({ view }) => ofMonth('rebuild', `${view} differs from its rebuild.`, action));
  return { gates: ['rebuild'], obstacles };
}

/** Whether kept data and the packs of other months are as they were written. */
async function evidenceGate(config: LoadedConfig, company: CompanyConfig): Promise<Asked> {
  const found = [await verifyCompany(config, company, { isQuick: false }), await verifyPacks(config, company)];
  const doubts = found.flatMap((one) => one.doubts);
  const obstacles = doubts.map(({ code, message, remedy }) => ofMonth('evidence', `${code}: ${message}`, remedy));
  return { gates: ['evidence'], obstacles };
}

/** Whether the controls of this version were shown to fire. */
async function selftestGate({ data_dir: dataDir }: LoadedConfig): Promise<Asked> {
  const record = await readSelftest(dataPaths(dataDir).selftest);
  const action = 'Run `tieout selftest` once for each version; it takes a few minutes.';
  const refusal =
    record === undefined || record.rules_sha256 !== (await rulesFingerprint())
      ? 'No selftest of this version is recorded.'
      : record.silent > 0
        ? `${record.silent} of the corruptions of the selftest were not found.`
        : undefined;
  return { gates: ['selftest'], obstacles: refusal === undefined ? [] : [ofMonth('selftest', refusal, action)] };
}

/** The gates about a month that was judged. The caller holds the company's lock. */
export async function gatesOfMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  period: Period,
  state: MonthState,
  landing: Landing,
): Promise<Asked> {
  const days = boundsOf(period);
  const before = await linesBefore(landing, month);
  const all: Asked[] = [
    {
      gates: ['days', 'inputs', 'rejected', 'controls', 'items', 'approvals'],
      obstacles: [...openDayObstacles(state.days, state.obstacles), ...state.obstacles],
    },
    { gates: ['ledger'], obstacles: ledgerObstacles(state.statements, days, company.close.requires_ledger) },
    { gates: ['continuity'], obstacles: continuityObstacles(month, state.statements, before) },
    await evidenceGate(config, company),
    await selftestGate(config),
  ];
  return {
    gates: all.flatMap(({ gates }) => gates),
    obstacles: all.flatMap(({ obstacles }) => obstacles),
    counted: {
      days: countedDays(state.days),
      ledger: countedLedgers(state.statements),
      continuity: before === undefined ? 'no earlier month is closed' : '',
    },
  };
}
