import { loadNewReceipts } from '../company/load-landing.ts';
import { lastInput } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { JudgedDay } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { daysToJudge } from './days-to-judge.ts';

/** The days of a period whose results are not up to date: a run of the day after the period would also judge them. */
export async function waitingDaysIn(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  { from, to }: Period,
): Promise<JudgedDay[]> {
  const days = await daysToJudge(warehouse, landing, company, { from: to, to });
  return days.filter(({ day }) => day >= from.toString() && day < to.toString());
}

/**
 * The days of a period whose published results are not up to date: a run would judge them with what is in landing now. `copy` is a copy
 * of the published snapshot, into which receipts kept by a killed command are loaded. The writer's warehouse is not read, because it may
 * have results that were never published.
 */
export async function waitingDays(
  config: LoadedConfig,
  company: CompanyConfig,
  period: Period,
  { landing, copy, progress }: { landing: Landing; copy: string; progress: Progress },
): Promise<JudgedDay[]> {
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const warehouse = await openWarehouse(copy, { memoryLimit, threads });
  try {
    await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
    return await waitingDaysIn(warehouse, landing, company.name, period);
  } finally {
    warehouse.close();
  }
}
