import { isAscii, isUtf8 } from 'node:buffer';
import type { Archive, Part } from './archive.ts';
import { markupCleaner } from './markup-cleaner.ts';
import { refused } from './refused.ts';

type Decoder = { decode(bytes: Buffer): string; end(): string };

/** The number of bytes at the end of a buffer that begin a letter of UTF-8 without ending it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** UTF-8 in pieces. Plain ASCII, nearly every sheet, becomes text in which a letter takes one byte. */
function utf8Decoder(refuse: () => Error): Decoder {
  let rest = Buffer.alloc(0);
  const decodeWhole = (bytes: Buffer) => {
    if (!isUtf8(bytes)) throw refuse();
    return bytes.toString('utf8');
  };
  return {
    decode(chunk) {
      if (rest.length === 0 && isAscii(chunk)) return chunk.toString('latin1');
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.length - unfinishedBytes(bytes);
      rest = Buffer.from(bytes.subarray(whole));
      return decodeWhole(bytes.subarray(0, whole));
    },
    end: () => decodeWhole(rest),
  };
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be', refuse: () => Error): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes: Buffer | undefined) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw refuse();
    }
  };
  return { decode, end: () => decode(undefined) };
}

/** The decoder for a part by its first bytes: a byte order mark, or how `<` is written. */
function decoderFor(start: Buffer, refuse: (message: string) => Error): Decoder {
  const invalid = (encoding: string) => () => refuse(`it holds bytes that are not ${encoding} text`);
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return utf16Decoder('utf-16le', invalid('UTF-16'));
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return utf16Decoder('utf-16be', invalid('UTF-16'));
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(start.toString('latin1', 0, 200))?.[1];
  if (declared !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(declared))
    throw refuse(`it is written in ${declared}; the parts of a workbook are UTF-8 or UTF-16`);
  return utf8Decoder(invalid('UTF-8'));
}

/**
 * The XML of a part as text: in it every `<` begins a tag. Comments and processing instructions are left out, CDATA
 * sections are escaped text. Throws FILE_DAMAGED, also for a document type: no part of a workbook has one.
 */
export async function* partText(archive: Archive, part: Part, fileName: string): AsyncGenerator<string> {
  const damaged = (message: string) =>
    refused(fileName, 'FILE_DAMAGED', `The part ${part.name} of the workbook is damaged: ${message}.`);
  const cleaner = markupCleaner(damaged);
  let decoder: Decoder | undefined;
  for await (const chunk of archive.read(part)) {
    const isFirst = decoder === undefined;
    decoder ??= decoderFor(chunk, damaged);
    const text = decoder.decode(chunk);
    const clean = cleaner.clean(isFirst ? text.replace(/^\uFEFF/, '') : text);
    if (clean !== '') yield clean;
  }
  if (decoder !== undefined) yield cleaner.clean(decoder.end());
  yield cleaner.end();
}
