import { createReadStream } from 'node:fs';
import { FileRefusal } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import { decodeFile } from '../text/decode-file.ts';
import { encodingNamed } from '../text/encodings.ts';
import { likelyReadings, readingsText } from '../text/likely-encodings.ts';
import { encodingUnknown, findText, type TextSource } from '../text/open-text.ts';
import { readHead } from '../text/read-head.ts';
import { encodingContradicts, shownEncoding } from '../text/source-encoding.ts';
import { surveyText } from '../text/text-blocks.ts';
import { tooLarge } from './refusals.ts';

/** A text file with a known encoding. */
export type DecodedText = {
  encoding: string;
  /** The first bytes of the file, which identify its version. */
  head: string;
  /** The text in parts. A byte that is invalid in the encoding refuses the file. */
  parts(): AsyncGenerator<string>;
  close(): Promise<void>;
};

/** The refusal of a text that is not in the encoding that it declares, which the configuration cannot replace. */
function notText({ fileName, spec }: TableFile, encoding: string, line: number, words = ''): FileRefusal {
  return new FileRefusal({
    code: 'FILE_ENCODING_UNKNOWN',
    message: `The ${spec.title} should be ${encoding} by its head or its format, and is not from about line ${line}.${words}`,
    remedy: 'Export it again; if its words are right in another encoding, correct the encoding that it declares.',
    place: { file: fileName, line },
  });
}

/** A text in the encoding that the file declares. If all of its letters are valid UTF-8, it is read as UTF-8 regardless. */
async function declaredText(file: TableFile, declared: string): Promise<TextSource> {
  const name = encodingNamed(declared);
  if (name === undefined) throw notText(file, `"${declared}"`, 1);
  const utf8 = { path: file.path, encoding: 'utf-8', contentAt: 0, close: async () => {} };
  if (name === 'utf-8') return utf8;
  const { letters, damagedLines } = await surveyText(file.path);
  if (damagedLines === 0 && letters > 0) return utf8;
  return { ...(await decodeFile(file, { name, markBytes: 0 })), encoding: name, contentAt: 0 };
}

/**
 * Determines the encoding of a text file: its byte order mark, the file's own declaration, the configuration, or UTF-8. Throws
 * FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS.
 */
export async function decodedText(
  file: TableFile,
  declared: (head: string) => string | undefined = () => undefined,
): Promise<DecodedText> {
  const bytes = await readHead(file.path);
  const head = bytes.toString('latin1');
  const own = declared(head);
  const isShown = shownEncoding(bytes) !== undefined;
  const source =
    own !== undefined && !isShown
      ? await declaredText(file, own)
      : // the configured encoding is for files without a declaration
        await findText(own === undefined ? file : { ...file, reading: { ...file.reading, encoding: undefined } });
  const refusal = async (line: number) => {
    const { damaged } = await surveyText(source.path);
    if (own === undefined && source.encoding === 'utf-8') return encodingUnknown(file, damaged);
    if (own === undefined && file.reading.encoding !== undefined)
      return encodingContradicts(file, source.encoding, 'some of its bytes are no letters in it', line);
    const likely = source.encoding === 'utf-8' ? await likelyReadings(damaged) : undefined;
    const words = likely === undefined ? '' : ` A word of line ${likely.line} is ${readingsText(likely)}.`;
    return notText(file, own ?? source.encoding, likely?.line ?? line, words);
  };
  async function* parts(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let line = 1;
    const decode = (chunk: Buffer | undefined) => {
      try {
        return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
      } catch {
        return undefined;
      }
    };
    for await (const chunk of createReadStream(source.path, { start: source.contentAt, highWaterMark: 1 << 16 })) {
      const text = decode(chunk);
      if (text === undefined) throw await refusal(line);
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1;
      yield text;
    }
    const last = decode(undefined);
    if (last === undefined) throw await refusal(line);
    yield last;
  }
  const isWide = /^utf-16/.test(source.encoding);
  return {
    encoding: source.encoding,
    parts,
    close: source.close,
    head: isWide ? new TextDecoder(source.encoding).decode(bytes.subarray(0, 4096)) : head,
  };
}

/** The longest line of a bank message, which has 65 letters in a line. It is in memory as a whole. */
const longestLine = 1 << 20;

/** The lines of a text, each with its number; line ends are CRLF, LF or CR. Throws FILE_TOO_LARGE. */
export async function* textLines(text: DecodedText, file: TableFile): AsyncGenerator<{ line: number; text: string }> {
  let rest = '';
  let line = 0;
  for await (const part of text.parts()) {
    const all = rest + part;
    // a CR at the end may be the first half of a line end
    const isHalf = all.endsWith('\r');
    const lines = (isHalf ? all.slice(0, -1) : all).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
    for (const one of lines) {
      line += 1;
      yield { line, text: one };
    }
    if (rest.length > longestLine)
      throw tooLarge(file, `Line ${line + 1} has more than 1 MiB; at most ${longestLine} letters are read.`, line + 1);
  }
  for (const one of rest.split(/\r\n|\n|\r/)) {
    line += 1;
    if (one !== '') yield { line, text: one };
  }
}
