import { isUtf8 } from 'node:buffer';
import { FileRefusal } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import { encodingNamed } from './encodings.ts';

/** The encoding of a text by its first bytes and the configuration, and the length of its byte order mark. */
export type SourceEncoding = { name: string; markBytes: number };

const marks: readonly (SourceEncoding & { bytes: readonly number[] })[] = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf], markBytes: 3 },
  { name: 'utf-32be', bytes: [0, 0, 0xfe, 0xff], markBytes: 4 },
  { name: 'utf-32le', bytes: [0xff, 0xfe, 0, 0], markBytes: 4 },
  { name: 'utf-16le', bytes: [0xff, 0xfe], markBytes: 2 },
  { name: 'utf-16be', bytes: [0xfe, 0xff], markBytes: 2 },
  { name: 'gb18030', bytes: [0x84, 0x31, 0x95, 0x33], markBytes: 4 },
];

function byteOrderMark(head: Buffer): SourceEncoding | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return mark === undefined ? undefined : { name: mark.name, markBytes: mark.markBytes };
}

/** Whether the first bytes are text in an encoding of two bytes a letter. */
function isWideText(bytes: Buffer, name: 'utf-16le' | 'utf-16be'): boolean {
  const text = (name === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le').slice(0, -1);
  return !/[\p{Cn}\p{Co}\p{Cs}]/u.test(text) && !/\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, ''));
}

/**
 * Recognises UTF-16 without a byte order mark: delimiters, digits and line ends have two bytes, one of which is zero, nearly always in
 * the same position. No other text contains zero bytes.
 */
function unmarkedWide(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const bytes = head.subarray(0, Math.min(head.length, 4096) & ~1);
  let [even, odd] = [0, 0];
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const name = odd > even ? 'utf-16le' : 'utf-16be';
  const isProven =
    Math.max(odd, even) >= Math.max(2, bytes.length / 20) && Math.min(odd, even) * 8 <= Math.max(odd, even);
  return isProven && isWideText(bytes, name) ? name : undefined;
}

/** The encoding that the bytes of a text show: by a byte order mark, or as UTF-16 by its zero bytes. */
export function shownEncoding(head: Buffer): SourceEncoding | undefined {
  const wide = unmarkedWide(head);
  return byteOrderMark(head) ?? (wide === undefined ? undefined : { name: wide, markBytes: 0 });
}

/** Whether the declared encoding is the same as that of the file; `utf-16` is either byte order. */
function isSame(declared: string, shown: string): boolean {
  if (declared === 'utf-16' || declared === 'utf-32') return shown.startsWith(declared);
  if (declared === 'gb2312' || declared === 'gbk') return shown === 'gb18030';
  return declared === shown;
}

/** The refusal of a file that is not in the configured encoding. */
export function encodingContradicts(file: TableFile, declared: string, found: string, line?: number): FileRefusal {
  const { title, section } = file.spec;
  return new FileRefusal({
    code: 'FILE_ENCODING_CONTRADICTS',
    message: `The configuration declares ${declared} for the ${title} (${section}.encoding); ${found}.`,
    remedy: `Correct ${section}.encoding, or remove it: a Unicode file needs no declared encoding. Nothing of the file was loaded.`,
    place: { file: file.fileName, ...(line === undefined ? {} : { line }) },
  });
}

/**
 * The encoding in which a text is read: the declared one, the one shown by its bytes, or UTF-8, which is proven later. Throws
 * FILE_ENCODING_CONTRADICTS when the bytes show another encoding than the configuration declares.
 */
export function sourceEncoding(head: Buffer, file: TableFile): SourceEncoding {
  const shown = shownEncoding(head);
  const declared = file.reading.encoding === undefined ? undefined : encodingNamed(file.reading.encoding);
  if (declared === undefined) return shown ?? { name: 'utf-8', markBytes: 0 };
  if (shown !== undefined) {
    if (isSame(declared, shown.name)) return shown;
    const how = shown.markBytes > 0 ? 'the file begins with the byte order mark of' : 'its zero bytes show';
    throw encodingContradicts(file, declared, `${how} ${shown.name.toUpperCase()}`);
  }
  // even a short table with two or four bytes a letter has zero bytes, unlike a table with one byte a letter
  if (/^utf-(16|32)/.test(declared) && head.length > 0 && (isUtf8(head) || !head.includes(0)))
    throw encodingContradicts(file, declared, 'its letters have one byte each');
  if (declared === 'utf-16' || declared === 'utf-32')
    throw encodingContradicts(
      file,
      declared,
      'it has no byte order mark; declare the order of bytes, such as utf-16le',
    );
  return { name: declared, markBytes: 0 };
}
