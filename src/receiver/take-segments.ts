import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { receiverSource } from '../connectors/read-deliveries.ts';
import { namesIn } from '../disk/files.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { readSegment, type Segment } from './segment.ts';

/** The paths of the segments in a folder that are not in landing yet, those of a kind in the order in which they were begun. */
export async function segmentPaths(folder: string): Promise<string[]> {
  return (await namesIn(folder))
    .filter((name) => /^[a-z_]+-\d{8}T\d{6,9}Z-[0-9a-f]{8}\.(?:jsonl|taking)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

type Seen = Omit<Segment, 'bytes'>;

type Taking = { landing: Landing; folder: string; company: { name: string; zone: string } };

/** What a segment says of itself, without its bytes: weeks of deliveries may wait for a run. */
async function seenAt(path: string): Promise<Seen | undefined> {
  const segment = await readSegment(path);
  if (segment === undefined) return undefined;
  const { bytes: _bytes, ...seen } = segment;
  return seen;
}

/** Whether segments have something for a day: a delivery, or the end of a day of the company's zone. */
function areOfUse(segments: readonly Seen[], zone: string): boolean {
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
  const days = segments.flatMap(({ listening_from, listening_until }) => [
    dayOf(listening_from),
    dayOf(listening_until),
  ]);
  return new Set(days).size > 1 || segments.some(({ deliveries }) => deliveries > 0);
}

function ofAnother(path: string, { company }: Seen): TieoutError {
  return new TieoutError({
    code: 'SEGMENT_OF_ANOTHER_COMPANY',
    message: `These deliveries were received for ${company}.`,
    remedy: 'Move the file to the folder of that company.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** Takes a segment from the receiver, which notices it before it acknowledges another delivery, and then keeps it in landing. */
async function take({ landing, company }: Taking, path: string): Promise<void> {
  const name = basename(path).replace(/\.taking$/, '.jsonl');
  const taken = path.replace(/\.jsonl$/, '.taking');
  await rename(path, taken);
  const isKept = landing
    .receipts()
    .some((receipt) => receipt.source === receiverSource && receipt.original_name === name);
  const segment = isKept ? undefined : await readSegment(taken);
  if (segment !== undefined) {
    const { kind, listening_from: window_from, listening_until: window_to, bytes } = segment;
    const facts = { source: receiverSource, kind, company: company.name, ext: 'jsonl', original_name: name };
    await landing.put(newReceiptFacts({ ...facts, window_from, window_to }), { bytes });
  }
  await rm(taken);
}

/**
 * Takes the deliveries of a company that its receiver has written so far into landing, one receipt for each segment; the receiver goes on
 * with another segment. A killed process leaves a segment where it is, or where the next one finds it. The caller holds the company's
 * lock. Returns the errors of segments that cannot be read; they stay where they are.
 */
export async function takeSegments(taking: Taking): Promise<unknown[]> {
  const errors: unknown[] = [];
  const found: { path: string; seen: Seen | undefined }[] = [];
  for (const path of await segmentPaths(taking.folder)) {
    try {
      const seen = await seenAt(path);
      if (seen !== undefined && seen.company !== taking.company.name) throw ofAnother(path, seen);
      found.push({ path, seen });
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      errors.push(error);
    }
  }
  const seen = found.flatMap((one) => one.seen ?? []);
  if (areOfUse(seen, taking.company.zone)) for (const { path } of found) await take(taking, path);
  return errors;
}
