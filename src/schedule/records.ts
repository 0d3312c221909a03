import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withRunLock } from '../company/run-lock.ts';
import { readRunRecords } from '../company/run-records.ts';
import { appendEntry, sweepHead, writeEnd } from '../disk/chain.ts';
import type { ClockMark, DayRun } from './due.ts';
import type { ScheduleParts } from './loop.ts';

const run = z.object({
  kind: z.literal('run'),
  company: z.string(),
  date: z.iso.date(),
  began_at: z.iso.datetime({ offset: true }),
  ended_at: z.iso.datetime({ offset: true }),
  outcome: z.enum(['reconciled', 'reconciled_with_timing', 'breaks', 'incomplete', 'failed']),
  error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  is_backfill: z.literal(true).exactOptional(),
});
/** Kept as `told` since 0.1.0: a missed deadline that was notified. */
const told = z.object({ kind: z.literal('told'), company: z.string(), date: z.iso.date(), told_at: z.string() });
const clock = z.object({ kind: z.literal('clock'), clock_at: z.iso.datetime({ offset: true }) });
const close = z.object({
  kind: z.literal('close'),
  company: z.string(),
  month: z.string(),
  ended_at: z.iso.datetime({ offset: true }),
  refused_by: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  was_closed: z.literal(true).exactOptional(),
});
const noticed = z.object({
  kind: z.literal('noticed'),
  /** The end of the last run that was notified. */
  through: z.string(),
  /** The number of overdue items of each company. */
  overdue: z.record(z.string(), z.number()),
  /** The number of changes of each closed month, by company and month. */
  late: z.record(z.string(), z.number()).optional(),
});
const entry = z.discriminatedUnion('kind', [run, told, clock, close, noticed]);
type Entry = z.infer<typeof entry>;

/** The state of the last notice. */
export type NoticeMark = Omit<z.infer<typeof noticed>, 'kind'>;
export type NoticeRecords = { noticed(): Promise<NoticeMark | undefined>; addNoticed(mark: NoticeMark): Promise<void> };

/** Reads the entries. An entry of a newer version is skipped; at worst a day is run again. */
async function readEntries(path: string): Promise<Entry[]> {
  const { chain } = await readRunRecords(path);
  return chain.entries.flatMap(({ content }): Entry[] => {
    const read = entry.safeParse(content);
    return read.success ? [read.data] : [];
  });
}

/** Runs of several companies may end at the same time; writing an entry takes an instant. */
const patienceMs = 60_000;

async function append(path: string, value: Entry): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await withRunLock(
    path.replace(/\.jsonl$/, '.lock'),
    async () => {
      await sweepHead(path);
      const { end } = await readRunRecords(path);
      await writeEnd(path, await appendEntry(path, end, value));
    },
    { purpose: 'record', patienceMs },
  );
}

/**
 * Runs and sent notices: a chain of one JSON object a line (src/disk/chain.ts). Runs of several companies may append at the same
 * time. Throws RUN_RECORDS_DAMAGED.
 */
export function openRecords(path: string): ScheduleParts['records'] & NoticeRecords {
  return {
    history: async () =>
      (await readEntries(path)).flatMap((line): (DayRun | ClockMark)[] =>
        line.kind === 'run' || line.kind === 'clock' ? [line] : [],
      ),
    notified: async () =>
      (await readEntries(path)).flatMap((line) =>
        line.kind === 'told' ? [{ company: line.company, date: line.date }] : [],
      ),
    noticed: async () => (await readEntries(path)).findLast((line) => line.kind === 'noticed'),
    addNoticed: (mark) => append(path, { kind: 'noticed', ...mark }),
    closes: async () => (await readEntries(path)).filter((line) => line.kind === 'close'),
    addClose: (value) => append(path, { kind: 'close', ...value }),
    addRun: (value) => append(path, { kind: 'run', ...value }),
    addClock: (mark) => append(path, { kind: 'clock', ...mark }),
    addNotified: ({ company, date }, notified_at) =>
      append(path, { kind: 'told', company, date, told_at: notified_at }),
  };
}
