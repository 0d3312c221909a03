import { isUtf8 } from 'node:buffer';

/*
 *
 * A CSV file is split into cells as a text with one letter for each byte: delimiters, quotes and line ends are the same in UTF-8, and
 * positions in the text are positions in the file. Only cells with non-ASCII bytes have to be decoded.
 */

const highByte = /[\u0080-\u00ff]/;

/** Whether a text of one letter for each byte has bytes that are not ASCII. */
export const hasHighByte = (bytes: string) => highByte.test(bytes);

/** The text of the bytes in UTF-8. */
export function textOfBytes(bytes: string): { text: string; isUtf8: boolean } {
  if (!hasHighByte(bytes)) return { text: bytes, isUtf8: true };
  const buffer = Buffer.from(bytes, 'latin1');
  return { text: buffer.toString('utf8'), isUtf8: isUtf8(buffer) };
}

/** A line ends with a line feed, a carriage return, or both. */
export const lineEnds = /\r\n|\n|\r/g;

/** The number of line ends in a text. */
export function lineBreaksIn(text: string): number {
  return text.match(lineEnds)?.length ?? 0;
}
