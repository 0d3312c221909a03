import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import {
  type Chain,
  ChainBroken,
  type ChainHead,
  chainHeadSchema,
  chainLine,
  checkHead,
  hashOf,
  readChain,
} from './chain.ts';
import { isNotThere, sync } from './file.ts';
import { readingEvidence } from './unreadable.ts';

/** The error when another process has written to the file since it was read. */
export class ChainFileChanged extends Error {}

/** The path of a chain's head: NAME.head.json beside its lines in NAME.jsonl. */
export const headPath = (path: string): string => path.replace(/\.jsonl$/, '.head.json');

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readingEvidence(path, () => readFile(path));
  } catch (error) {
    if (isNotThere(error)) return Buffer.alloc(0);
    throw error;
  }
}

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
  const problem = `${headPath(path)}, which states how many lines were written, is not as it was written`;
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
