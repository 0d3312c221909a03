import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { CompanyConfig } from '../config/company-schema.ts';
import { timestamp } from '../domain/clock.ts';
import { askedFor, contiguous, type JudgedDay, judgingReasons, periodAround } from '../domain/judged-day.ts';
import { absurdPeriod, type Period, periodOf } from '../domain/period.ts';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { tombstoneKind } from '../landing/replaced-objects.ts';
import { removalKind } from '../landing/unread-files.ts';
import { configurationKind, newestConfiguration } from './recorded-configuration.ts';

const runMark = z
  .object({
    period_start: z.iso.date(),
    period_end: z.iso.date(),
    /** The days that are judged. Absent where every day of the period was requested. */
    days: z
      .array(z.object({ day: z.iso.date(), because: z.enum(judgingReasons) }))
      .min(1)
      .optional(),
    known_through: z.number().int().positive(),
    /** Absent in the marks of versions that recorded no configuration. */
    configuration: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** The newest run that the warehouse had, or could not repeat. A mark between it and this one is of a run that left no results. */
    follows: z.number().int().optional(),
  })
  .refine((mark) => absurdPeriod(periodOf(mark.period_start, mark.period_end)) === undefined);

export type RunMark = {
  runId: number;
  period: Period;
  /** The days that are judged, in order. */
  days: readonly JudgedDay[];
  knownThrough: number;
  /** When the run was marked. An input that is due by then and has not arrived is missing. */
  markedAt: string;
  /** The sha256 of the run's configuration; null if it was not recorded. */
  configuration: string | null;
  /** The newest run that the warehouse had. Undefined in the marks of versions that did not record it. */
  follows: number | undefined;
};

function unreadable({ receipt_id, received_at }: Receipt, path: string, cause: unknown): TieoutError {
  const why = cause instanceof TieoutError ? cause.message : 'its period cannot be run.';
  return new TieoutError({
    code: 'RUN_MARK_UNREADABLE',
    message: `The run of ${received_at} (number ${receipt_id}) cannot be repeated: ${why}`,
    remedy:
      'Restore the file from a backup of the landing folder, or run its days again: tieout run --from DAY --to DAY.',
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/** The error of a run whose configuration is not in landing. */
export function configurationNotKept(
  landing: Pick<Landing, 'receipts' | 'objectPath'>,
  { runId, markedAt, configuration }: RunMark,
): TieoutError {
  const mark = landing.receipts().find(({ receipt_id }) => receipt_id === runId);
  return new TieoutError({
    code: 'CONFIGURATION_NOT_KEPT',
    message: `The run of ${markedAt} (number ${runId}) names the configuration ${configuration}, which the landing zone does not have. The run is not repeated.`,
    remedy: 'Restore the landing folder from a backup, or run its days again: tieout run --from DAY --to DAY.',
    place: mark === undefined ? {} : { file: landing.objectPath(mark) },
    exitStatus: 4,
  });
}

/** The days of a mark. Throws a RangeError where they do not begin and end with its period. */
function daysOfMark({ days }: z.infer<typeof runMark>, period: Period): readonly JudgedDay[] {
  if (days === undefined) return askedFor(period);
  const around = periodAround(days);
  if (!around.from.equals(period.from) || !around.to.equals(period.to))
    throw new RangeError('its days are not those of its period');
  return days;
}

/** The mark that a run wrote. Throws RUN_MARK_UNREADABLE: the other runs are not affected. */
export async function readRunMark(landing: Pick<Landing, 'read' | 'objectPath'>, receipt: Receipt): Promise<RunMark> {
  let mark: z.infer<typeof runMark>;
  let days: readonly JudgedDay[];
  let period: Period;
  try {
    mark = runMark.parse(JSON.parse((await landing.read(receipt)).toString('utf8')));
    period = periodOf(mark.period_start, mark.period_end);
    days = daysOfMark(mark, period);
  } catch (cause) {
    throw unreadable(receipt, landing.objectPath(receipt), cause);
  }
  return {
    runId: receipt.receipt_id,
    period,
    days,
    knownThrough: mark.known_through,
    markedAt: receipt.received_at,
    configuration: mark.configuration ?? null,
    follows: mark.follows,
  };
}

/** The runs of a company that were killed before they left results, and after which another run was marked. */
export async function runsWithoutResults(
  landing: Pick<Landing, 'receipts' | 'read' | 'objectPath'>,
  company: string,
): Promise<ReadonlySet<number>> {
  const without = new Set<number>();
  let follows: number | undefined;
  for (const receipt of landing.receipts().toReversed()) {
    if (receipt.kind !== 'run' || receipt.company !== company) continue;
    if (follows !== undefined && receipt.receipt_id > follows) without.add(receipt.receipt_id);
    // a mark that cannot be read is reported where it is repeated
    follows = (await readRunMark(landing, receipt).catch(() => undefined))?.follows ?? follows;
  }
  return without;
}

/** Records of the program's own work, from which no figures are made. */
const ownRecords: readonly string[] = [
  'run',
  'close',
  'close_sums',
  'reopening',
  'requests',
  configurationKind,
  removalKind,
  tombstoneKind,
];

/** Whether figures are made from a receipt. */
export const isInput = ({ kind }: Pick<Receipt, 'kind'>): boolean => !ownRecords.includes(kind);

/** The last receipt of a company that is an input of its figures; 0 without such a receipt. */
export function lastInput(landing: Landing, company: string): number {
  return landing.receipts().findLast((receipt) => receipt.company === company && isInput(receipt))?.receipt_id ?? 0;
}

/** The number of the newest run that is marked in landing; 0 without runs. */
export function lastRun(landing: Pick<Landing, 'receipts'>): number {
  return landing.receipts().findLast(({ kind }) => kind === 'run')?.receipt_id ?? 0;
}

/**
 * Records in landing that some days are judged with what is known now and with the recorded configuration, so that a rebuild can repeat
 * the run. `runs` are those of the warehouse, in order. Without a new input or another configuration since, a repetition on the same day
 * (in the zone of the company), for all days of a run or the last of them, is the same run: its existing mark is returned, if it is one
 * of `repeatable`.
 */
export async function markRun(
  landing: Landing,
  { name: company, zone }: Pick<CompanyConfig, 'name' | 'zone'>,
  days: readonly JudgedDay[],
  runs: readonly number[],
  repeatable = runs,
): Promise<RunMark> {
  const period = periodAround(days);
  const isAskedFor = days.every(({ because }) => because === 'asked_for') && contiguous(days).length === 1;
  const required = {
    period_start: period.from.toString(),
    period_end: period.to.toString(),
    ...(isAskedFor ? {} : { days }),
    known_through: lastInput(landing, company),
    configuration: newestConfiguration(landing, company)?.sha256,
    follows: runs.at(-1) ?? 0,
  };
  const now = timestamp(landing.clock);
  const dayOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
  for (const receipt of landing.receipts().toReversed()) {
    if (receipt.company !== company) continue;
    // on another day of the company other inputs are due, and before the newest configuration another one was in force
    if (isInput(receipt) || receipt.kind === configurationKind || dayOf(receipt.received_at) !== dayOf(now)) break;
    if (receipt.kind !== 'run' || !repeatable.includes(receipt.receipt_id)) continue;
    // a mark that cannot be read is not reused; another one is written
    const mark = await readRunMark(landing, receipt).catch(() => undefined);
    const isSame =
      mark !== undefined &&
      mark.period.to.toString() === required.period_end &&
      mark.knownThrough === required.known_through &&
      days.every(({ day }) => mark.days.some((marked) => marked.day === day));
    if (isSame) return mark;
  }
  const receipt = await landing.put(
    newReceiptFacts({
      source: 'run',
      kind: 'run',
      company,
      received_at: now,
      ext: 'json',
      content_type: 'application/json',
    }),
    { bytes: JSON.stringify(required) },
  );
  return readRunMark(landing, receipt);
}
