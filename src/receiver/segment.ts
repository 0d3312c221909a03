import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { type Delivery, deliverySchema, listeningSchema, openingSchema } from '../connectors/read-deliveries.ts';
import { ChainBroken, readChain } from '../disk/chain.ts';
import { readingEvidence } from '../disk/disk-error.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/*
 * A segment is a file of the receiver: one line for each delivery, in a chain (each line has the hash of the line before it). Its first
 * line says for whom the receiver listens, from when on, and which keys the service names; further lines may say until when it has
 * listened. Deliveries are acknowledged after their lines are on disk.
 */

const chained = { previous: z.string(), hash: z.string() };
const chainedOpening = openingSchema.extend(chained).strict();
const chainedLine = z.union([deliverySchema.extend(chained), listeningSchema.extend(chained).strict()]);

/** The first line of a segment. */
export type Opening = z.infer<typeof openingSchema>;

/** Any further line. */
export type SegmentLine = Delivery | { listening_until: string };

/** The content of a segment. Its bytes end with the last whole line: what follows was never acknowledged. */
export type Segment = Omit<Opening, 'keys'> & { listening_until: string; deliveries: number; bytes: Buffer };

function damaged(path: string, { lineNo, message }: { lineNo: number; message: string }, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'SEGMENT_DAMAGED',
    message: `The received deliveries in ${basename(path)} were changed on disk, line ${lineNo}: ${message}.`,
    remedy:
      'Restore this file from a backup. Without one, move it away: its time then counts as a gap, and the days in it are not covered.',
    place: { file: path, line: lineNo },
    exitStatus: 4,
    cause,
  });
}

/** The later of a time and the times that lines say; the clock of a machine may be set back. */
export function latest(time: string, lines: readonly SegmentLine[]): string {
  const times = lines.map((line) => ('body' in line ? line.received_at : line.listening_until));
  return times.reduce((last, next) => (Date.parse(next) > Date.parse(last) ? next : last), time);
}

/**
 * Reads a segment and proves that its lines are unchanged. The torn last line of a killed process is left out. Returns undefined where
 * not even the first line was written. Throws SEGMENT_DAMAGED or EVIDENCE_UNREADABLE.
 */
export async function readSegment(path: string): Promise<Segment | undefined> {
  const written = await readingEvidence(path, () => readFile(path));
  const bytes = written.subarray(0, written.lastIndexOf(0x0a) + 1);
  let lineNo = 1;
  try {
    const [first, ...further] = readChain(bytes).entries;
    if (first === undefined) return undefined;
    const { company, kind, listening_from } = chainedOpening.parse(first.content);
    const segment = { company, kind, listening_from, listening_until: listening_from, deliveries: 0, bytes };
    for (const entry of further) {
      lineNo = entry.lineNo;
      const line = chainedLine.parse(entry.content);
      if ('body' in line) segment.deliveries += 1;
      segment.listening_until = latest(segment.listening_until, [line]);
    }
    return segment;
  } catch (error) {
    if (error instanceof ChainBroken) throw damaged(path, error, error);
    if (error instanceof z.ZodError)
      throw damaged(path, { lineNo, message: 'the line is not one of a segment' }, error);
    throw error;
  }
}
