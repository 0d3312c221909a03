import type { Layout, Span } from './layout.ts';

/**
 * What a mutation may change where the file is accepted. Everything else that differs from the original file is a silent
 * loss.
 */
export type Allowed = {
  /** How many records may differ or be rejected. */
  changed: number;
  /** How many records may be gone, and how many more there may be. */
  removed: number;
  added: number;
  /** The header or the frame of the file was hit, so that each value may differ, but no record may be gone. */
  isStructure?: boolean;
  /** The lines contradict themselves: none may be accepted with other values than before. */
  isContradicted?: boolean;
};

export const nothing: Allowed = { changed: 0, removed: 0, added: 0 };

/** A changed file, with what was done to it in words. */
export type Mutant = { bytes: Buffer; what: string; allowed: Allowed };

/** Bytes that replace a span of the file. */
export type Edit = Span & { by: Buffer };

export function applyEdit(bytes: Buffer, { from, to, by }: Edit): Buffer {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
}

const lineEnds = (bytes: Buffer) => bytes.toString('latin1').split(/\r\n|\n|\r/).length - 1;

/** The records and the header that an edit touches, those that end or begin at it included. */
export function allowedBy({ from, to, by }: Edit, layout: Layout | undefined): Allowed {
  if (layout === undefined) return { changed: Infinity, removed: Infinity, added: Infinity, isStructure: true };
  const touches = (span: Span) => span.from <= to && span.to >= from;
  const touched = layout.records.filter(touches).length;
  const isHeader = layout.header !== undefined && touches(layout.header);
  const added = lineEnds(by) + 1;
  // before the first record, or between two: the frame of the file
  if (isHeader || touched === 0) return { changed: Infinity, removed: touched, added, isStructure: true };
  return { changed: touched, removed: touched, added };
}
