import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileRefusal } from '../file-refusal.ts';
import { refused } from '../file-refusal.ts';

/** A file of JSON records, with its title for people: "order file". */
export type JsonFile = { path: string; fileName: string; title: string };

/**
 * The text of one record. `line` is its line; in a JSON array, where several records may share a line, its position. `isEnded` is false
 * for the last text of a file that ends without a line break.
 */
export type RecordText = { line: number; text: string; isEnded: boolean };

/** The longest record, in bytes; longer than any order or callback. A file without line breaks must not be read into memory as a whole. */
const longestRecord = 16 * 1024 ** 2;

function tooLong({ fileName, title }: JsonFile, line: number): FileRefusal {
  return refused(
    fileName,
    'FILE_TOO_LARGE',
    `A record of the ${title} is longer than ${longestRecord / 1024 ** 2} MiB.`,
    { remedy: 'Export it as JSON lines: one object a line.', line },
  );
}

/** The refusal of a file that ends inside a record. */
export function cutOffRecord({ fileName, title }: JsonFile, line: number): FileRefusal {
  return refused(fileName, 'FILE_TRUNCATED', `The ${title} ends inside a record: it was cut off.`, { line });
}

/** JSON is Unicode: UTF-16 with its byte order mark, otherwise UTF-8. */
async function encodingOf(path: string): Promise<'utf-8' | 'utf-16le' | 'utf-16be'> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
    return buffer[0] === 0xfe && buffer[1] === 0xff ? 'utf-16be' : 'utf-8';
  } finally {
    await file.close();
  }
}

/** The text of a file without its byte order mark, in pieces; bytes that are not text become U+FFFD. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path));
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    const bytes: Buffer = chunk;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** The lines of a file that holds one record a line; blank lines are left out. Throws FILE_TOO_LARGE. */
export async function* lineTexts(file: JsonFile): AsyncGenerator<RecordText> {
  let line = 0;
  let rest = '';
  for await (const piece of textOf(file.path)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, text, isEnded: true };
    }
    if (rest.length > longestRecord) throw tooLong(file, line + 1);
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest, isEnded: false };
}

/** The state of reading a JSON array: the depth of the last character, and whether it is within a string. */
type Scan = { depth: number; isInString: boolean; isEscaped: boolean };

/** Advances by one character. True when it separates two elements of the array, or ends it. */
function passes(scan: Scan, character: string): boolean {
  if (scan.isInString) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (character === '\\') scan.isEscaped = true;
    else if (character === '"') scan.isInString = false;
    return false;
  }
  if (character === '"') scan.isInString = true;
  else if (character === '[' || character === '{') scan.depth += 1;
  else if (character === ']' || character === '}') scan.depth -= 1;
  return (character === ',' && scan.depth === 1) || (character === ']' && scan.depth === 0);
}

/** The elements of a file that is one JSON array, numbered from 1. Throws FILE_TRUNCATED, FILE_TOO_LARGE or FILE_NOT_A_TABLE. */
export async function* elementTexts(file: JsonFile): AsyncGenerator<RecordText> {
  const scan: Scan = { depth: 0, isInString: false, isEscaped: false };
  let line = 0;
  let element = '';
  let isOver = false;
  for await (const piece of textOf(file.path)) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] ?? '';
      if (isOver && character.trim() !== '') throw afterArray(file);
      if (isOver) continue;
      const isOpening = scan.depth === 0 && character === '[';
      if (passes(scan, character)) {
        element += piece.slice(from, at);
        isOver = character === ']';
        // an empty array has no element, and after a comma an element must follow
        if (!(isOver && line === 0 && element.trim() === '')) {
          line += 1;
          yield { line, text: element.trim(), isEnded: true };
        }
        element = '';
        from = at + 1;
      } else if (isOpening) from = at + 1;
    }
    if (!isOver) element += piece.slice(from);
    if (element.length > longestRecord) throw tooLong(file, line + 1);
  }
  if (!isOver) throw cutOffRecord(file, line + 1);
}

function afterArray({ fileName, title }: JsonFile): FileRefusal {
  return refused(fileName, 'FILE_NOT_A_TABLE', `The ${title} continues after the end of its JSON array.`, {
    remedy: 'Export it as JSON lines: one object a line; files that were joined are imported one by one.',
  });
}

/** Whether the records of a file are the elements of one JSON array, and not one a line. */
export async function isJsonArray(path: string): Promise<boolean> {
  for await (const piece of textOf(path)) {
    const start = piece.trimStart();
    if (start !== '') return start.startsWith('[');
  }
  return false;
}
