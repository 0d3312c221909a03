import { isAscii, isUtf8 } from 'node:buffer';
import { textBlocks } from './text-blocks.ts';

/** What the lines of a text prove of its encoding. */
export type TextSurvey = {
  /** Lines with letters of several bytes that are UTF-8, and the number of these letters. */
  provenLines: number;
  letters: number;
  /** Lines that are not UTF-8, and the first of them. */
  damagedLines: number;
  firstDamaged: { line: number; bytes: Buffer } | undefined;
};

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

/** Looks at every line of a text that is not plain ASCII. */
export async function surveyText(path: string): Promise<TextSurvey> {
  const survey: TextSurvey = { provenLines: 0, letters: 0, damagedLines: 0, firstDamaged: undefined };
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
      survey.firstDamaged ??= { line, bytes: Buffer.from(bytes) };
    }
  }
  return survey;
}
