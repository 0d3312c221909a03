import { isAscii, isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { DamagedLine } from './likely-encodings.ts';

/** The evidence of a text's lines for its encoding. */
type TextSurvey = {
  /** The number of lines with valid multi-byte letters in UTF-8, and the number of these letters. */
  provenLines: number;
  letters: number;
  /** The number of lines that are not UTF-8, and the first of them, as far as they show the encoding. */
  damagedLines: number;
  damaged: DamagedLine[];
};

/** The number of lines that show an encoding by their words, and the most bytes of one. */
const shownLines = 100;
const shownBytes = 4096;

/** The physical lines of a block, without their ends. */
function* linesOf(block: Buffer): Generator<Buffer> {
  let at = 0;
  for (let end = 0; end < block.length; end += 1) {
    const byte = block[end];
    if (byte !== 10 && byte !== 13) continue;
    yield block.subarray(at, end);
    if (byte === 13 && block[end + 1] === 10) end += 1;
    at = end + 1;
  }
  if (at < block.length) yield block.subarray(at);
}

/** Surveys every line of a text that is not plain ASCII. */
export async function surveyText(path: string): Promise<TextSurvey> {
  const survey: TextSurvey = { provenLines: 0, letters: 0, damagedLines: 0, damaged: [] };
  let line = 0;
  for await (const block of textBlocks(path)) {
    for (const bytes of linesOf(block)) {
      line += 1;
      if (isAscii(bytes)) continue;
      if (isUtf8(bytes)) {
        survey.provenLines += 1;
        for (const byte of bytes) if (byte >= 0xc0) survey.letters += 1;
        continue;
      }
      survey.damagedLines += 1;
      if (survey.damaged.length < shownLines)
        survey.damaged.push({ line, bytes: Buffer.from(bytes.subarray(0, shownBytes)) });
    }
  }
  return survey;
}

const blockBytes = 1 << 20;
/** A longer line is passed on in pieces. */
const longestLine = 8 << 20;

const lineFeed = 10;
const carriageReturn = 13;

/** The number of bytes in whole lines: up to the last line feed or, in a text without line feeds, up to the last carriage return. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed) + 1;
  // a carriage return as the last byte may be the first half of a line end
  return end > 0 || bytes.length < 2 ? end : bytes.lastIndexOf(carriageReturn, bytes.length - 2) + 1;
}

/** The number of bytes that end with a whole UTF-8 letter. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/**
 * A text file from a position in it, in blocks of about 1 MiB that end at the end of a line. A block is valid only until the next one is
 * requested, because they share memory.
 */
export async function* textBlocks(path: string, from = 0): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(blockBytes);
    let held = 0;
    let position = from;
    for (;;) {
      const { bytesRead } = await file.read(buffer, held, buffer.length - held, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const filled = buffer.subarray(0, held + bytesRead);
      let end = wholeLines(filled);
      if (end === 0 && filled.length === buffer.length && buffer.length >= longestLine) end = wholeLetters(filled);
      if (end > 0) yield filled.subarray(0, end);
      held = filled.length - end;
      if (held === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        filled.copy(larger);
        buffer = larger;
      } else {
        filled.copy(buffer, 0, end);
      }
    }
    if (held > 0) yield buffer.subarray(0, held);
  } finally {
    await file.close();
  }
}
