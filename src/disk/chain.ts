import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The known end of a chain: the number of its entries, and the hash of the last one. */
export const chainHeadSchema = z.strictObject({
  entries: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ChainHead = z.infer<typeof chainHeadSchema>;

/** One entry of a chain. An entry without a hash was written before entries were chained; it has no content if it was torn. */
export type ChainEntry = { content: unknown; lineNo: number; hash: string | undefined };

/** The complete lines of a chain. `hash` is the hash of all previous entries, which the next entry must contain. */
export type Chain = { entries: ChainEntry[]; hash: string };

/** The error of a chain, with the line in its file (1-based). */
export class ChainBroken extends Error {
  readonly lineNo: number;

  constructor(lineNo: number, problem: string, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.lineNo = lineNo;
  }
}

/** The hash by which an entry refers to the entries before it. */
export const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const sha256 = hashOf;

const hashAtEnd = /,"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;

/**
 * An entry as a line of its file: its content, the hash of the entry before it, and the hash of both. The hash covers the bytes of the
 * line as written, so no byte can be changed.
 */
export function chainLine(content: object, previous: string): { line: string; hash: string } {
  const body = JSON.stringify({ ...content, previous }).slice(0, -1);
  const hash = sha256(body);
  return { line: `${body},"hash":"${hash}"}\n`, hash };
}

function contentOf(line: string, lineNo: number, isChained: boolean): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    // versions before the chain left torn lines
    if (!isChained) return undefined;
    throw new ChainBroken(lineNo, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const hashLength = `,"hash":"${sha256('')}"}`.length;

/** The verified hash at the end of a chained line; undefined for a line without a hash. */
function provenHash(line: Buffer, lineNo: number, before: () => string): string | undefined {
  const [, previous, hash] = hashAtEnd.exec(line.toString()) ?? [];
  if (hash === undefined) return undefined;
  if (sha256(line.subarray(0, line.length - hashLength)) !== hash)
    throw new ChainBroken(lineNo, 'the line was changed after it was written: its hash is another one');
  if (previous !== before()) throw new ChainBroken(lineNo, 'the line does not follow the one before it');
  return hash;
}

/**
 * Reads and proves the lines of a chain, each ended by a line feed. Lines without a hash may only come first: they were written before
 * entries were chained, and the first chained line contains the hash of all of them. Throws ChainBroken.
 */
export function readChain(bytes: Uint8Array): Chain {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: ChainEntry[] = [];
  let last: string | undefined;
  let at = 0;
  while (at < buffer.length) {
    const lineNo = entries.length + 1;
    const end = buffer.indexOf(0x0a, at);
    const line = buffer.subarray(at, end);
    const start = at;
    const hash = provenHash(line, lineNo, () => last ?? sha256(buffer.subarray(0, start)));
    if (hash === undefined && last !== undefined)
      throw new ChainBroken(lineNo, 'the line has no hash, unlike the lines before it');
    entries.push({ content: contentOf(line.toString(), lineNo, hash !== undefined), lineNo, hash });
    last = hash;
    at = end + 1;
  }
  return { entries, hash: last ?? sha256(buffer) };
}

/**
 * Checks that a chain reaches the head in its file. Further entries are valid, because the head is written after its entry and a killed
 * process leaves it behind; the chain itself proves them. Throws ChainBroken.
 */
export function checkHead({ entries }: Chain, head: ChainHead | undefined): void {
  const chained = entries.filter(({ hash }) => hash !== undefined).length;
  if (head === undefined) {
    if (chained > 1)
      throw new ChainBroken(entries.length, 'the file beside it that states how many lines were written is missing');
    return;
  }
  if (entries.length < head.entries)
    throw new ChainBroken(entries.length + 1, `${head.entries} lines were written, and there are ${entries.length}`);
  if (entries[head.entries - 1]?.hash !== head.hash)
    throw new ChainBroken(head.entries, 'the line is not the one that was written');
}
