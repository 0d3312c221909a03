import { isUtf8 } from 'node:buffer';
import { FileRefusal } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import { type DecodedFile, decodeFile } from './decode-file.ts';
import { multiByteEncodings } from './encodings.ts';
import { type DamagedLine, likelyReadings, readingsText } from './likely-encodings.ts';
import { readHead } from './read-head.ts';
import { encodingContradicts, type SourceEncoding, sourceEncoding } from './source-encoding.ts';
import { surveyText, textBlocks } from './text-blocks.ts';

/** The refusal of a file with zero bytes, which do not occur in text of a single-byte or multi-byte encoding. */
function notText({ spec: { title }, fileName }: TableFile): FileRefusal {
  return new FileRefusal({
    code: 'FILE_NOT_A_TABLE',
    message: `The ${title} is not a text file: it has zero bytes, and bytes that are not UTF-8.`,
    remedy: 'Export the file again and check that it opens in a spreadsheet.',
    place: { file: fileName },
  });
}

/** The refusal of a text that is not UTF-8 and whose encoding is not proven, with the likely readings of a word. */
export async function encodingUnknown(
  { spec: { title, section }, fileName }: TableFile,
  lines: readonly DamagedLine[],
): Promise<FileRefusal> {
  const likely = await likelyReadings(lines);
  const line = likely?.line ?? lines[0]?.line;
  const first = likely?.readings[0]?.name ?? 'windows-1252';
  const words =
    likely === undefined || likely.readings.length === 0 ? '' : ` A word of line ${line} is ${readingsText(likely)}.`;
  return new FileRefusal({
    code: 'FILE_ENCODING_UNKNOWN',
    message: `The ${title} is not UTF-8, and its encoding is not declared.${words}`,
    remedy: `Declare the encoding in which the words are right, such as ${section}.encoding: ${first}.`,
    place: { file: fileName, ...(line === undefined ? {} : { line }) },
    suggestion: { encoding: first },
  });
}

/** A text file that is read as UTF-8. */
type OpenedText = {
  /** The file itself when it is UTF-8, otherwise a temporary copy in UTF-8. */
  path: string;
  /** The encoding of the file: `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
  /** Where the text begins in `path`: after a byte order mark. */
  contentAt: number;
  /** Whether some bytes are not text in the encoding: the file is not whole UTF-8 at `path`, and these rows are rejected. */
  isDamaged: boolean;
  /** Removes the temporary copy. It must be called once, after the last reading of `path`, even after an error. */
  close(): Promise<void>;
};

/** A text with a chosen encoding, before this is proven. */
export type TextSource = Omit<OpenedText, 'isDamaged'>;

/** The number of multi-byte letters that do not occur by chance in a text of another encoding. */
const enoughLetters = (declared: string) => (multiByteEncodings.has(declared) ? 6 : 1);

/** Refuses a file that is entirely UTF-8 although the configuration declares an older encoding. */
async function refuseDeclaredUtf8(file: TableFile, declared: string): Promise<void> {
  const { letters, damagedLines } = await surveyText(file.path);
  if (damagedLines === 0 && letters >= enoughLetters(declared))
    throw encodingContradicts(file, declared, 'the file is UTF-8 throughout, with letters that are not ASCII');
}

async function decoded(file: TableFile, encoding: SourceEncoding): Promise<DecodedFile> {
  if (!encoding.name.startsWith('utf-')) await refuseDeclaredUtf8(file, encoding.name);
  return decodeFile(file, encoding);
}

/**
 * Chooses the encoding of a text by its first bytes and the configuration; a text in another encoding is decoded into a temporary file.
 * proveText checks whether the text is entirely UTF-8. Throws FILE_ENCODING_CONTRADICTS.
 */
export async function findText(file: TableFile): Promise<TextSource> {
  const encoding = sourceEncoding(await readHead(file.path), file);
  if (encoding.name === 'utf-8')
    return { path: file.path, encoding: 'utf-8', contentAt: encoding.markBytes, close: async () => {} };
  return { ...(await decoded(file, encoding)), encoding: encoding.name, contentAt: 0 };
}

/**
 * Reads a text to its end to prove its encoding, and passes each block of whole lines to `watch`, so that other checks of the whole file
 * need no second pass. Throws FILE_ENCODING_UNKNOWN for a file that is not UTF-8, has no declared encoding, and has no more lines in
 * UTF-8 than other lines.
 */
export async function proveText(
  file: TableFile,
  source: TextSource,
  watch: (block: Buffer) => void = () => {},
): Promise<OpenedText> {
  let isDamaged = false;
  for await (const block of textBlocks(source.path, source.contentAt)) {
    if (!isDamaged && !isUtf8(block)) isDamaged = true;
    watch(block);
  }
  if (isDamaged && source.path === file.path && source.contentAt === 0 && file.reading.encoding === undefined) {
    const { provenLines, damagedLines, damaged } = await surveyText(source.path);
    const isUnknown = damagedLines > 0 && provenLines <= damagedLines;
    if (isUnknown && (await readHead(source.path)).includes(0)) throw notText(file);
    if (isUnknown) throw await encodingUnknown(file, damaged);
  }
  return { ...source, isDamaged };
}

/**
 * Opens a text file in any encoding: the text at `path` is UTF-8 from `contentAt`, except for damaged bytes where `isDamaged`. It must
 * be closed afterwards. Throws FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS.
 */
export async function openText(file: TableFile): Promise<OpenedText> {
  const source = await findText(file);
  try {
    return await proveText(file, source);
  } catch (error) {
    await source.close();
    throw error;
  }
}
