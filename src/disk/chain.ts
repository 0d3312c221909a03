import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readingEvidence } from './disk-error.ts';
import { ifThere, sync } from './files.ts';

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

/** The hash with which an entry refers to the entries before it. */
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
    throw new ChainBroken(lineNo, 'the line was changed after it was written: its hash differs');
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

/** The error when another process has written to the file since it was read. */
export class ChainFileChanged extends Error {}

/** The path of a chain's head: NAME.head.json beside its lines in NAME.jsonl. */
export const headPath = (path: string): string => path.replace(/\.jsonl$/, '.head.json');

const readIfThere = async (path: string): Promise<Buffer> =>
  (await ifThere(() => readingEvidence(path, () => readFile(path)))) ?? Buffer.alloc(0);

/** The end of a chain in its file: its head, and the bytes of its lines. */
type ChainEnd = ChainHead & { bytes: number };

/** A head and, while a chain is rewritten, the head that follows it; the lines match one of the two. */
const headFileSchema = chainHeadSchema.extend({ next: chainHeadSchema.exactOptional() });
type HeadFile = z.infer<typeof headFileSchema>;

function headText({ entries, hash, next }: HeadFile): string {
  const after = next === undefined ? {} : { next: { entries: next.entries, hash: next.hash } };
  return `${JSON.stringify({ entries, hash, ...after })}\n`;
}

async function readHead(path: string): Promise<HeadFile | undefined> {
  const bytes = await readIfThere(headPath(path));
  if (bytes.length === 0) return undefined;
  const problem = `${headPath(path)}, which states how many lines were written, was changed`;
  let head: HeadFile;
  try {
    head = headFileSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new ChainBroken(1, problem, cause);
  }
  if (headText(head) !== bytes.toString('utf8')) throw new ChainBroken(1, problem);
  return head;
}

const unfinishedHead = (path: string) => `${headPath(path)}.tmp`;

/** Removes the incomplete head of a killed writer. The caller is the only writer. */
export const sweepHead = (path: string): Promise<void> => rm(unfinishedHead(path), { force: true });

/** Writes the head, which is replaced as a whole after the line is on disk. At every moment it is equal to its chain or behind it. */
async function writeHead(path: string, head: HeadFile): Promise<void> {
  const target = headPath(path);
  const temporary = unfinishedHead(path);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(headText(head));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
  if (head.entries === 1) await sync(dirname(target));
}

/**
 * Reads the complete lines of a chain's file and proves that they are unchanged; `end` is the position of the next line. An unterminated
 * last line (torn write) is ignored. It is not removed here, because another process may be writing it at this moment; the next append
 * removes it. Throws ChainBroken.
 */
export async function readChainFile(path: string): Promise<{ chain: Chain; end: ChainEnd }> {
  // before the lines, which may grow at this moment
  const head = await readHead(path);
  const bytes = await readIfThere(path);
  const length = bytes.lastIndexOf('\n') + 1;
  const chain = readChain(bytes.subarray(0, length));
  checkHead(chain, head?.next !== undefined && chain.hash === head.next.hash ? head.next : head);
  return { chain, end: { entries: chain.entries.length, bytes: length, hash: chain.hash } };
}

/** Removes the bytes after the last complete line: a torn write, or a line for which there was no space. */
async function cutUnfinished(file: FileHandle, end: number): Promise<void> {
  const { size } = await file.stat();
  if (size === end) return;
  const tail = Buffer.alloc(Math.max(0, size - end));
  await file.read(tail, 0, tail.length, end);
  if (size < end || tail.includes('\n')) throw new ChainFileChanged();
  await file.truncate(end);
}

/**
 * Appends an entry at the end of a chain, and returns the new end; the entry is then on disk. Only one process may append at a time. The
 * caller calls `writeEnd` next; a chain whose head is behind is still valid. Throws ChainFileChanged.
 */
export async function appendEntry(path: string, end: ChainEnd, content: object): Promise<ChainEnd> {
  const { line, hash } = chainLine(content, end.hash);
  const bytes = Buffer.from(line);
  const file = await open(path, 'a+', 0o600);
  try {
    await cutUnfinished(file, end.bytes);
    await file.appendFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return { entries: end.entries + 1, bytes: end.bytes + bytes.length, hash };
}

/** Writes the end of a chain to its head file. */
export const writeEnd = (path: string, { entries, hash }: ChainEnd): Promise<void> =>
  writeHead(path, { entries, hash });

const isRecord = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content);

/**
 * Rewrites a chain with other text in some lines, as a new chain. Meanwhile the head permits both, so a killed process leaves a valid
 * chain, and the next process completes the work. Returns whether anything was changed. Throws ChainBroken.
 */
export async function rewriteChain(path: string, redacted: (text: string) => string): Promise<boolean> {
  const { chain, end } = await readChainFile(path);
  let text = '';
  let last: string | undefined;
  for (const { content, hash } of chain.entries) {
    if (!isRecord(content)) continue;
    const { previous: _previous, hash: _hash, ...own } = content;
    const changed: unknown = JSON.parse(redacted(JSON.stringify(own)));
    if (!isRecord(changed)) continue;
    if (hash === undefined) text += `${JSON.stringify(changed)}\n`;
    else {
      const next = chainLine(changed, last ?? hashOf(text));
      text += next.line;
      last = next.hash;
    }
  }
  const isChanged = text !== (await readIfThere(path)).toString('utf8', 0, end.bytes);
  const next = { entries: text.split('\n').length - 1, hash: last ?? '' };
  if (isChanged) {
    if (last !== undefined) await writeHead(path, { entries: end.entries, hash: end.hash, next });
    await replaceText(path, text);
  }
  if (last !== undefined) await writeHead(path, next);
  return isChanged;
}

async function replaceText(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
