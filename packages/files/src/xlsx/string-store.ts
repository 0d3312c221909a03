import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { usualTemporary } from '../text/decode-file.ts';

/** The size of the strings in memory, in bytes, from which further strings go to a file. */
const largestInMemory = 32 * 1024 ** 2;
/** The overhead of a string in memory, in bytes, besides its letters. */
const overhead = 48;
const blockBytes = 16 * 1024;
/** The number of blocks that are kept in memory after they were read. */
const cachedBlocks = 1024;

/** A list of strings of any length in constant memory. */
export type StringStore = {
  add(text: string): void;
  get(index: number): string | undefined;
  /** Whether some strings are in a file. */
  isSpilled(): boolean;
  /** Removes the file. */
  close(): void;
};

type Block = { first: number; at: number; length: number };

/** A copy of a text that does not keep the much longer source text in memory. */
export const copyOf = (text: string) => ` ${text}`.slice(1);

/** A file for the strings that do not fit into memory. No other process can open it, and it has no name where that is possible. */
function openSpill(temporary: string): { file: number; remove(): void } {
  const path = `${temporary}${randomUUID()}`;
  const file = openSync(path, 'wx+', 0o600);
  try {
    // without a name, nothing is left even when the process is killed
    unlinkSync(path);
  } catch {
    // some systems do not remove a file that is open
  }
  return {
    file,
    remove() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

/** Keeps strings in memory up to a bound, and the others in blocks in a temporary file with an index of the blocks. */
export function stringStore(temporary = usualTemporary, memory = largestInMemory): StringStore {
  const inMemory: string[] = [];
  let used = 0;
  let count = 0;
  let spill: ReturnType<typeof openSpill> | undefined;
  const blocks: Block[] = [];
  const cache = new Map<number, string[]>();
  /** The block read last: strings are asked for mostly in the order in which they were written. */
  let current: { first: number; strings: readonly string[] } = { first: 0, strings: [] };
  let pending: string[] = [];
  let pendingBytes = 0;
  let position = 0;

  function flush(): void {
    if (pending.length === 0) return;
    spill ??= openSpill(temporary);
    const bytes = Buffer.from(JSON.stringify(pending));
    for (let written = 0; written < bytes.length; )
      written += writeSync(spill.file, bytes, written, bytes.length - written, position + written);
    blocks.push({ first: count - pending.length, at: position, length: bytes.length });
    position += bytes.length;
    pending = [];
    pendingBytes = 0;
  }

  /** The block that holds an index: the last one that does not begin after it. */
  function blockOf(index: number): number {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((blocks[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function read(number: number): string[] {
    const cached = cache.get(number);
    if (cached !== undefined) {
      // the newest is last, the oldest is removed first
      cache.delete(number);
      cache.set(number, cached);
      return cached;
    }
    const block = blocks[number];
    if (block === undefined || spill === undefined) return [];
    const bytes = Buffer.alloc(block.length);
    for (let done = 0; done < bytes.length; ) {
      const bytesRead = readSync(spill.file, bytes, done, bytes.length - done, block.at + done);
      if (bytesRead === 0) throw new Error('the temporary file of shared strings is shorter than it was written');
      done += bytesRead;
    }
    const strings: string[] = JSON.parse(bytes.toString('utf8'));
    const [oldest] = cache.keys();
    if (cache.size >= cachedBlocks && oldest !== undefined) cache.delete(oldest);
    cache.set(number, strings);
    return strings;
  }

  return {
    add(text) {
      count += 1;
      const bytes = text.length + overhead;
      if (spill === undefined && pending.length === 0 && used + bytes <= memory) {
        inMemory.push(copyOf(text));
        used += bytes;
        return;
      }
      pending.push(copyOf(text));
      pendingBytes += bytes;
      if (pendingBytes >= blockBytes) flush();
    },
    get(index) {
      if (index < inMemory.length) return inMemory[index];
      if (index >= count) return undefined;
      const inCurrent = current.strings[index - current.first];
      if (inCurrent !== undefined) return inCurrent;
      const firstPending = count - pending.length;
      if (index >= firstPending) return pending[index - firstPending];
      const number = blockOf(index);
      current = { first: blocks[number]?.first ?? 0, strings: read(number) };
      return current.strings[index - current.first];
    },
    isSpilled: () => spill !== undefined,
    close() {
      spill?.remove();
      spill = undefined;
    },
  };
}
