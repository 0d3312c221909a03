import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NamedKey } from '../connectors/read-deliveries.ts';
import { chainLine, hashOf } from '../disk/chain.ts';
import { ifThere, sync } from '../disk/files.ts';
import { type Clock, timestamp } from '../domain/clock.ts';
import { latest, type Opening, type SegmentLine } from './segment.ts';

/** A process that has not proved for longer that it listens was suspended: the time until then is a gap. */
const longestSilenceMs = 180_000;
/** A line that only says that the receiver listens is written when no other line was written for so long. */
const silenceMs = 55_000;
const largestSegment = 32 * 1024 ** 2;
const mostTries = 5;

type OpenSegment = {
  path: string;
  file: FileHandle;
  inode: bigint;
  keys: readonly NamedKey[];
  from: string;
  hash: string;
  size: number;
};

type Waiting = { line: SegmentLine; written(): void; failed(error: unknown): void };

export type DeliveryLog = {
  /** Keeps a line; it is on disk when this returns. Throws the error of the disk, and then nothing of the line counts. */
  append(line: SegmentLine): Promise<void>;
  /** Records that the receiver still listens, with the keys of now, unless a line has just said so. */
  listening(): Promise<void>;
  /** Records until when the receiver listened. */
  close(): Promise<void>;
};

/**
 * The deliveries of one company and kind, in segments in its folder. No lock is taken: a run takes a segment by renaming it, and what is
 * written afterwards is written again to the next segment before it is acknowledged. Lines that arrive during a flush are flushed together.
 * Another array of keys begins another segment.
 */
export function openDeliveryLog(
  folder: string,
  { company, kind }: Pick<Opening, 'company' | 'kind'>,
  keys: () => readonly NamedKey[],
  clock: Clock,
): DeliveryLog {
  let segment: OpenSegment | undefined;
  /** The latest time that a line says, until which this process is known to have listened, and when it was written. */
  let proven: { at: string; ms: number } | undefined;
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  /** How long nothing was written; a clock that was set back counts as time that is not known. */
  const silentForMs = () => Math.abs(Date.now() - (proven?.ms ?? Number.NEGATIVE_INFINITY));

  async function begin(): Promise<OpenSegment> {
    const at = timestamp(clock);
    const from = silentForMs() > longestSilenceMs ? at : (proven?.at ?? at);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${kind}-${at.replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}.jsonl`;
    const path = join(folder, name);
    const file = await open(path, 'ax', 0o600);
    const { ino } = await file.stat({ bigint: true });
    const begun = { path, file, inode: ino, keys: keys(), from, hash: hashOf(''), size: 0 };
    try {
      await write(begun, [{ company, kind, listening_from: from, keys: begun.keys }]);
      for (let entry = folder; entry.startsWith(made ?? folder); entry = dirname(entry)) await sync(entry);
      if (made !== undefined) await sync(dirname(made));
      return begun;
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
  }

  async function write(to: OpenSegment, contents: readonly object[]): Promise<void> {
    let text = '';
    for (const content of contents) {
      const { line, hash } = chainLine(content, to.hash);
      text += line;
      to.hash = hash;
    }
    const bytes = Buffer.from(text);
    await to.file.appendFile(bytes);
    await to.file.datasync();
    to.size += bytes.length;
  }

  async function leave(): Promise<void> {
    const left = segment;
    segment = undefined;
    await left?.file.close();
  }

  /** Whether a run has taken a segment: its file no longer has its name. */
  const isTaken = async ({ path, inode }: OpenSegment) =>
    (await ifThere(() => stat(path, { bigint: true })))?.ino !== inode;

  async function writeGroup(lines: readonly SegmentLine[]): Promise<void> {
    if (silentForMs() > longestSilenceMs || segment?.keys !== keys()) await leave();
    try {
      for (let tries = 1; ; tries += 1) {
        segment ??= await begin();
        await write(segment, lines);
        // a run that takes the segment from now on takes these lines with it
        if (!(await isTaken(segment))) break;
        // runs do not follow each other so fast: the file system gives a file another number each time
        if (tries === mostTries) throw new Error('the file system does not keep the number of a file');
        await leave();
      }
    } catch (error) {
      // an incomplete line may follow the last one, so nothing else is written to this file
      await leave();
      throw error;
    }
    proven = { at: latest(segment.from, lines), ms: Date.now() };
    if (segment.size > largestSegment) await leave();
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await writeGroup(group.map(({ line }) => line));
        for (const { written } of group) written();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    // at once, so that a line which arrives now begins the next flush
    flushing = undefined;
  }

  const append: DeliveryLog['append'] = (line) =>
    new Promise((written, failed) => {
      waiting.push({ line, written, failed });
      flushing ??= flush();
    });

  const stillListening = () => append({ listening_until: timestamp(clock) });

  return {
    append,
    listening: async () => {
      const isNew = segment === undefined || segment.keys !== keys() || (await isTaken(segment));
      if (isNew || silentForMs() >= silenceMs) await stillListening();
    },
    close: async () => {
      // where the service has named other keys since, nothing proves that it was listened with them
      if (segment?.keys === keys()) await stillListening();
      await flushing;
      await leave();
    },
  };
}
