import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
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
});
/** Kept as `told` since 0.1.0: a missed deadline that was notified. */
const told = z.object({ kind: z.literal('told'), company: z.string(), date: z.iso.date(), told_at: z.string() });
const clock = z.object({ kind: z.literal('clock'), clock_at: z.iso.datetime({ offset: true }) });
const noticed = z.object({
  kind: z.literal('noticed'),
  through: z.string(),
  overdue: z.record(z.string(), z.number()),
});
const entry = z.discriminatedUnion('kind', [run, told, clock, noticed]);
type Entry = z.infer<typeof entry>;

/** The last run that was notified: see src/notice. */
type NoticeMark = { through: string; overdue: Record<string, number> };
type NoticeRecords = { noticed(): Promise<NoticeMark | undefined>; addNoticed(mark: NoticeMark): Promise<void> };

/** Every complete line. One that cannot be read (from a newer version) is skipped: at worst a day is run once more. */
async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line): Entry[] => {
      try {
        return [entry.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

async function append(path: string, value: Entry): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    // terminates a torn line, so that this one is not lost with it
    const start = size > 0 && buffer[0] !== 0x0a ? '\n' : '';
    await file.writeFile(`${start}${JSON.stringify(value)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs and sent notices, in an append-only file with one JSON object per line. Runs of several companies may append at the same time. */
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
    addRun: (value) => append(path, { kind: 'run', ...value }),
    addClock: (mark) => append(path, { kind: 'clock', ...mark }),
    addNotified: ({ company, date }, notified_at) =>
      append(path, { kind: 'told', company, date, told_at: notified_at }),
  };
}
