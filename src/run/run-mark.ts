import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Period } from '../domain/period.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';

const runMark = z.object({ period_start: z.string(), period_end: z.string(), known_through: z.number().int() });

export type RunMark = { runId: number; company: string; periodStart: string; periodEnd: string; knownThrough: number };

export async function readRunMark(landing: Landing, receipt: Receipt): Promise<RunMark> {
  const mark = runMark.parse(JSON.parse(await readFile(landing.objectPath(receipt), 'utf8')));
  return {
    runId: receipt.receipt_id,
    company: receipt.company,
    periodStart: mark.period_start,
    periodEnd: mark.period_end,
    knownThrough: mark.known_through,
  };
}

/** The last receipt of a company that is an input and not one of our own marks. */
export function lastInput(landing: Landing, company: string): number {
  return (
    landing.receipts().findLast((receipt) => receipt.company === company && receipt.kind !== 'run')?.receipt_id ?? 0
  );
}

/**
 * Notes in landing that a period is reconciled with what is known now, so that a rebuild can do it again. The same
 * run over again, or the later part of one, with nothing new to know, is the same run: it gets the mark that there is.
 */
export async function markRun(landing: Landing, company: string, period: Period): Promise<RunMark> {
  const wanted = {
    period_start: period.from.toString(),
    period_end: period.to.toString(),
    known_through: lastInput(landing, company),
  };
  for (const receipt of landing.receipts().toReversed()) {
    if (receipt.company !== company) continue;
    if (receipt.kind !== 'run') break;
    const mark = await readRunMark(landing, receipt);
    const isSame =
      mark.periodStart <= wanted.period_start &&
      mark.periodEnd === wanted.period_end &&
      mark.knownThrough === wanted.known_through;
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
      received_at: Temporal.Now.instant().round('millisecond').toString(),
      ext: 'json',
      content_type: 'application/json',
      original_name: null,
    },
    { bytes: JSON.stringify(wanted) },
  );
  return readRunMark(landing, receipt);
}
