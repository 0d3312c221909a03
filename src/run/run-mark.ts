import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Period } from '../domain/period.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';

const runMark = z.object({ period_start: z.string(), period_end: z.string(), known_through: z.number().int() });

export type RunMark = {
  runId: number;
  company: string;
  periodStart: string;
  periodEnd: string;
  knownThrough: number;
  /** When the run was marked: what is due by then is missed if it is not there. */
  markedAt: string;
};

export async function readRunMark(landing: Landing, receipt: Receipt): Promise<RunMark> {
  const mark = runMark.parse(JSON.parse(await readFile(landing.objectPath(receipt), 'utf8')));
  return {
    runId: receipt.receipt_id,
    company: receipt.company,
    periodStart: mark.period_start,
    periodEnd: mark.period_end,
    knownThrough: mark.known_through,
    markedAt: receipt.received_at,
  };
}

/** The last receipt that is an input and not the mark of a run; 0 when there is none. */
export function lastInput(landing: Landing): number {
  return landing.receipts().findLast(({ kind }) => kind !== 'run')?.receipt_id ?? 0;
}

/**
 * Records in landing that a period is reconciled with what is known now, so that a rebuild can repeat it. A run that is
 * repeated on its day, or the later part of one, with no new input since is the same run: the existing mark is returned.
 */
export async function markRun(landing: Landing, company: string, period: Period): Promise<RunMark> {
  const required = {
    period_start: period.from.toString(),
    period_end: period.to.toString(),
    known_through: lastInput(landing),
  };
  const now = Temporal.Now.instant().round('millisecond').toString();
  const dayOf = (instant: string) => instant.slice(0, 10);
  for (const receipt of landing.receipts().toReversed()) {
    // on another day, other inputs are due
    if (receipt.kind !== 'run' || dayOf(receipt.received_at) !== dayOf(now)) break;
    const mark = await readRunMark(landing, receipt);
    const isSame =
      mark.periodStart <= required.period_start &&
      mark.periodEnd === required.period_end &&
      mark.knownThrough === required.known_through;
    if (isSame) return mark;
  }
  const receipt = await landing.put(
    {
      source: 'run',
      kind: 'run',
      company,
      batch_id: null,
      page: null,
      is_last_page: null,
      request: null,
      currency: null,
      window_from: null,
      window_to: null,
      received_at: now,
      ext: 'json',
      content_type: 'application/json',
      original_name: null,
    },
    { bytes: JSON.stringify(required) },
  );
  return readRunMark(landing, receipt);
}
