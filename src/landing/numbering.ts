import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isNotThere } from '../disk/file.ts';
import { readingEvidence } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The first and the last of receipt numbers that follow each other. */
export type NumberRange = readonly [first: number, last: number];

const numbering = z.object({ ranges: z.array(z.tuple([z.number().int(), z.number().int()])) });

/** Groups numbers in ascending order into ranges. */
export function rangesOf(numbers: Iterable<number>): NumberRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/**
 * The receipt numbers of a landing zone that was split off one of several companies: those it had there, with gaps where
 * the others' were. A landing zone without the file counts from 1. Every number is known in advance, so a line that is
 * missing from the index is noticed in either case. Throws LANDING_INDEX_DAMAGED.
 */
export async function readNumbering(path: string): Promise<NumberRange[]> {
  try {
    const text = await readingEvidence(path, () => readFile(path, 'utf8'));
    return numbering.parse(JSON.parse(text)).ranges;
  } catch (error) {
    if (isNotThere(error)) return [];
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new TieoutError({
      code: 'LANDING_INDEX_DAMAGED',
      message: 'The landing index is damaged: the file beside it that says which numbers it has cannot be read.',
      remedy: 'Restore the landing folder from a backup: nothing but tieout may write to it.',
      place: { file: path },
      exitStatus: 4,
      cause: error,
    });
  }
}

/** The number of a line of the index (1-based): from the ranges while they last, then one more than the line before. */
export function numberOfLine(ranges: readonly NumberRange[], lineNo: number): number {
  let left = lineNo;
  for (const [first, last] of ranges) {
    const count = last - first + 1;
    if (left <= count) return first + left - 1;
    left -= count;
  }
  return (ranges.at(-1)?.[1] ?? 0) + left;
}
