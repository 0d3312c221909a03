import { isAscii, isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { Archive, Part } from './archive.ts';
import { markupCleaner } from './markup-cleaner.ts';
import { refused } from './refused.ts';

/** Turns the bytes of a part into UTF-8, whole letters at a time. */
type Recoder = { recode(bytes: Buffer): Buffer; end(): Buffer };

const nothing = Buffer.alloc(0);

/** The number of bytes at the end of a buffer that begin a letter of UTF-8 without ending it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function utf8Proof(refuse: () => Error): Recoder {
  let rest = nothing;
  const proven = (bytes: Buffer) => {
    if (!isUtf8(bytes)) throw refuse();
    return bytes;
  };
  return {
    recode(chunk) {
      if (rest.length === 0 && isAscii(chunk)) return chunk;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.length - unfinishedBytes(bytes);
      rest = Buffer.from(bytes.subarray(whole));
      return proven(bytes.subarray(0, whole));
    },
    end: () => proven(rest),
  };
}

function utf16Recoder(encoding: 'utf-16le' | 'utf-16be', refuse: () => Error): Recoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes: Buffer | undefined) => {
    try {
      return Buffer.from(bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
    } catch {
      throw refuse();
    }
  };
  return { recode: decode, end: () => decode(undefined) };
}

/** By the first bytes of a part: a byte order mark, how `<` is written, or what the XML declares. */
function recoderFor(start: Buffer, refuse: (message: string) => Error): Recoder {
  const invalid = (encoding: string) => () => refuse(`it holds bytes that are not ${encoding} text`);
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return utf16Recoder('utf-16le', invalid('UTF-16'));
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return utf16Recoder('utf-16be', invalid('UTF-16'));
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(
    start.toString('latin1', 0, 200),
  )?.[1];
  if (declared !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(declared))
    throw refuse(`it is written in ${declared}; the parts of a workbook are UTF-8 or UTF-16`);
  return utf8Proof(invalid('UTF-8'));
}

const withoutMark = (bytes: Buffer) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/**
 * The XML of a part as UTF-8, in which every `<` begins a tag. Comments and processing instructions are left out, CDATA
 * sections are escaped text. Throws FILE_DAMAGED, also for a document type: no part of a workbook has one.
 */
export async function* partBytes(archive: Archive, part: Part, fileName: string): AsyncGenerator<Buffer> {
  const damaged = (message: string) =>
    refused(fileName, 'FILE_DAMAGED', `The part ${part.name} of the workbook is damaged: ${message}.`);
  const cleaner = markupCleaner(damaged);
  let recoder: Recoder | undefined;
  for await (const chunk of archive.read(part)) {
    const isFirst = recoder === undefined;
    recoder ??= recoderFor(chunk, damaged);
    const bytes = recoder.recode(chunk);
    const clean = cleaner.clean(isFirst ? withoutMark(bytes) : bytes);
    if (clean.length > 0) yield clean;
  }
  if (recoder !== undefined) yield cleaner.clean(recoder.end());
  cleaner.end();
}

/** The same as text. */
export async function* partText(archive: Archive, part: Part, fileName: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const bytes of partBytes(archive, part, fileName)) yield decoder.write(bytes);
}
