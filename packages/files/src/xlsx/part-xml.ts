import { isAscii, isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { refused } from '../file-refusal.ts';
import type { Archive, Part } from './archive.ts';
import { LESS } from './ascii.ts';

/** A longer comment or CDATA section does not occur in a workbook written by a program. */
const longestSection = 16 * 1024 ** 2;

const CARRIAGE_RETURN = 13;
/**
 * The position of the next `<!` or `<?` that begins at `from` or later, or -1. Each search is for one letter, which is many times faster
 * than for two.
 */
function nextSpecial(text: string | Buffer, from: number): number {
  const found = ['!', '?'].map((letter) => {
    let at = text.indexOf(letter, from + 1);
    while (at >= 0 && text[at - 1] !== '<' && text[at - 1] !== LESS) at = text.indexOf(letter, at + 1);
    return at - 1;
  });
  const places = found.filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** Whether a piece has nothing to clean, as nearly all have. A `!` that belongs to a `<` before the piece is not here: that `<` was held back. */
function isPlain(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.at(-1) !== LESS && !bytes.includes(CARRIAGE_RETURN) && nextSpecial(bytes, 0) < 0;
}

const sections = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Reads XML as UTF-8 in pieces and returns it without comments and processing instructions, with CDATA sections as escaped text and line
 * breaks as XML defines them, so that its readers find only tags and text. A document type is refused, because its definitions have no
 * place in a table.
 */
function markupCleaner(damaged: (message: string) => Error): { clean(chunk: Buffer): Buffer; end(): void } {
  let held = '';

  /** Everything up to `from` is clean; removes the sections after it. An incomplete section is held back. */
  function withoutSections(text: string, first: number): string {
    let clean = '';
    let from = 0;
    for (let at = first; at >= 0; at = nextSpecial(text, from)) {
      const section = sections.find(({ start }) => text.startsWith(start, at));
      if (section === undefined) {
        if (sections.some(({ start }) => start.startsWith(text.slice(at)))) {
          held = text.slice(at);
          return clean + text.slice(from, at);
        }
        throw damaged('it has a document type declaration, which is refused');
      }
      clean += text.slice(from, at);
      const content = at + section.start.length;
      const end = text.indexOf(section.end, content);
      if (end < 0) {
        held = text.slice(at);
        if (held.length > longestSection) throw damaged('a comment in it does not end');
        return clean;
      }
      if (section.start === '<![CDATA[') clean += escaped(text.slice(content, end));
      from = end + section.end.length;
    }
    return clean + text.slice(from);
  }

  return {
    clean(chunk) {
      if (held === '' && isPlain(chunk)) return chunk;
      // one letter for each byte: what is looked for is ASCII
      let text = held + chunk.toString('latin1');
      held = '';
      let tail = '';
      const last = text.charCodeAt(text.length - 1);
      // a line break or the start of a section may continue in the next piece
      if (last === CARRIAGE_RETURN || last === LESS) {
        tail = text.slice(-1);
        text = text.slice(0, -1);
      }
      if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
      const first = nextSpecial(text, 0);
      if (first >= 0) text = withoutSections(text, first);
      held += tail;
      return Buffer.from(text, 'latin1');
    },
    end() {
      if (held !== '' && held !== '\r') throw damaged('it ends inside a tag or a comment');
    },
  };
}

/** Converts the bytes of a part to UTF-8, whole letters at a time. */
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

/** Chooses the conversion by the first bytes of a part: a byte order mark, the form of `<`, or the XML declaration. */
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

/** The XML of a part as text. */
export async function* partText(archive: Archive, part: Part, fileName: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const bytes of partBytes(archive, part, fileName)) yield decoder.write(bytes);
}
