/** Bytes to compare four at a time, the last four overlapping: a third of the time of one after the other. */
export type BytePattern = { length: number; offsets: readonly number[]; words: readonly number[] };

export function bytePattern(expected: string): BytePattern {
  const bytes = Buffer.from(expected);
  if (bytes.length < 4) throw new RangeError(`${expected} has fewer than four bytes`);
  const offsets: number[] = [];
  for (let offset = 0; offset + 4 < bytes.length; offset += 4) offsets.push(offset);
  offsets.push(bytes.length - 4);
  return { length: bytes.length, offsets, words: offsets.map((offset) => bytes.readInt32LE(offset)) };
}

/** Whether the bytes of a pattern are at a position. */
export function matches(view: DataView, at: number, { offsets, words }: BytePattern): boolean {
  for (let index = 0; index < words.length; index += 1)
    if (view.getInt32(at + (offsets[index] ?? 0), true) !== words[index]) return false;
  return true;
}
