import { readFile } from 'node:fs/promises';
import { z } from 'zod';

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
 * missing from the index is noticed in either case.
 */
export async function readNumbering(path: string): Promise<NumberRange[]> {
  try {
    return numbering.parse(JSON.parse(await readFile(path, 'utf8'))).ranges;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
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
