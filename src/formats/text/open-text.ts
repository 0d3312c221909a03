import { isUtf8 } from 'node:buffer';
import { multiByteEncodings } from '../../domain/encodings.ts';
import type { TableFile } from '../table/table-spec.ts';
import { type DecodedFile, decodeFile } from './decode-file.ts';
import { readHead } from './read-head.ts';
import { encodingContradicts, type SourceEncoding, sourceEncoding } from './source-encoding.ts';
import { surveyText } from './survey.ts';
import { textBlocks } from './text-blocks.ts';
import { encodingUnknown, notText } from './unknown-encoding.ts';

/** A text file that is read as UTF-8. */
export type OpenedText = {
  /** The file itself when it is UTF-8, otherwise a temporary copy in UTF-8. */
  path: string;
  /** The encoding of the file: `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
  /** Where the text begins in `path`: after a byte order mark. */
  contentAt: number;
  /** Whether some bytes are not text in the encoding: the file is not whole UTF-8 at `path`, and these rows are rejected. */
  isDamaged: boolean;
  /** Removes the temporary copy. Call it once, when nothing reads `path` any more, also after an error. */
  close(): Promise<void>;
};

/** A text whose encoding is decided, before it is proven. */
export type TextSource = Omit<OpenedText, 'isDamaged'>;

/** Letters of several bytes that no text in another encoding forms by chance. */
const enoughLetters = (declared: string) => (multiByteEncodings.has(declared) ? 6 : 1);

/** Refuses a file that the configuration declares in an older encoding, and that is UTF-8 throughout. */
async function refuseDeclaredUtf8(file: TableFile, declared: string): Promise<void> {
  const { letters, damagedLines } = await surveyText(file.path);
  if (damagedLines === 0 && letters >= enoughLetters(declared))
    throw encodingContradicts(file, declared, 'the file is UTF-8 throughout, with letters that are not ASCII');
}

async function decoded(file: TableFile, encoding: SourceEncoding): Promise<DecodedFile> {
  if (!encoding.name.startsWith('utf-')) await refuseDeclaredUtf8(file, encoding.name);
  return decodeFile(file.path, encoding);
}

/**
 * Decides the encoding of a text by its first bytes and the configuration; a text in another encoding is decoded into a
 * temporary file. Whether a text is UTF-8 throughout is for proveText to say. Throws FILE_ENCODING_CONTRADICTS.
 */
export async function findText(file: TableFile): Promise<TextSource> {
  const encoding = sourceEncoding(await readHead(file.path), file);
  if (encoding.name === 'utf-8')
    return { path: file.path, encoding: 'utf-8', contentAt: encoding.markBytes, close: async () => {} };
  return { ...(await decoded(file, encoding)), encoding: encoding.name, contentAt: 0 };
}

/**
 * Reads a text to its end to prove its encoding, and hands each block of whole lines to `watch`, so that other questions
 * about the whole file cost no second pass. Throws FILE_ENCODING_UNKNOWN for a file that is not UTF-8, has no declared
 * encoding, and has no more lines in UTF-8 than other lines.
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
    const { provenLines, damagedLines, firstDamaged } = await surveyText(source.path);
    const isUnknown = firstDamaged !== undefined && provenLines <= damagedLines;
    if (isUnknown && (await readHead(source.path)).includes(0)) throw notText(file);
    if (isUnknown) throw await encodingUnknown(file, firstDamaged);
  }
  return { ...source, isDamaged };
}

/**
 * Opens a text file in any encoding: what is at `path` is UTF-8 from `contentAt`, but for damaged bytes where `isDamaged`.
 * Close it afterwards. Throws FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS.
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
