import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { TieoutError } from '../../domain/tieout-error.ts';
import { writeDocument } from './pdf-document.ts';

/** What the configuration says of the page: the head of the paper, the names below the lines to sign, and further fonts. */
export type Letterhead = {
  lines: readonly string[];
  /** The bytes of a PNG or JPEG file. */
  logo: Buffer | undefined;
  /** The bytes of font files for scripts that the shipped font lacks. */
  fonts: readonly Buffer[];
  preparedBy: string | undefined;
  reviewedBy: string | undefined;
};

/** The paths of the files are absolute. */
export type LetterheadFiles = Omit<Letterhead, 'logo' | 'fonts'> & {
  logo: string | undefined;
  fonts: readonly string[];
};

const largestLogo = 2 * 1024 ** 2;
/** Fonts of Chinese, Japanese and Korean have about ten megabytes. */
const largestFont = 40 * 1024 ** 2;

function wrong(key: string, file: string, problem: string, remedy: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'LETTERHEAD_WRONG',
    message: `${basename(file)} of ${key} ${problem}.`,
    remedy,
    place: { file },
    exitStatus: 2,
    cause,
  });
}

async function read(key: string, file: string, most: number, remedy: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw wrong(key, file, 'cannot be read', remedy, cause);
  }
  if (bytes.length > most) throw wrong(key, file, `is larger than ${most / 1024 ** 2} MiB`, remedy);
  return bytes;
}

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1A\n';
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('latin1') === '\xFF\xD8\xFF';

/** TrueType or OpenType; not a collection of several fonts, and no compressed form, whose letters the library embeds empty. */
const isFont = (bytes: Buffer) => ['\0\x01\0\0', 'OTTO', 'true'].includes(bytes.subarray(0, 4).toString('latin1'));

/** Draws in a document that is not kept, so that a damaged file is named before any work. */
async function trial(draw: (doc: PDFKit.PDFDocument) => unknown, problem: (cause: unknown) => TieoutError) {
  try {
    await writeDocument({}, draw);
  } catch (cause) {
    throw problem(cause);
  }
}

async function readLogo(file: string): Promise<Buffer> {
  const [key, remedy] = ['report.letterhead.logo', 'Name a PNG or JPEG file of at most 2 MiB.'];
  const bytes = await read(key, file, largestLogo, remedy);
  if (!isPng(bytes) && !isJpeg(bytes)) throw wrong(key, file, 'is not a PNG or JPEG file', remedy);
  await trial(
    (doc) => doc.image(bytes, 0, 0, { fit: [100, 40] }),
    (cause) => wrong(key, file, 'is damaged, or in a form that cannot be printed', remedy, cause),
  );
  return bytes;
}

async function readFont(file: string): Promise<Buffer> {
  const [key, remedy] = ['report.fonts', 'Name a font file in the format TTF or OTF, of at most 40 MiB.'];
  const bytes = await read(key, file, largestFont, remedy);
  if (!isFont(bytes)) throw wrong(key, file, 'is not a font file in the format TTF or OTF', remedy);
  await trial(
    (doc) => doc.font(bytes).text('1', 0, 0, { lineBreak: false, features: [] }),
    (cause) => wrong(key, file, 'is damaged, or in a form that cannot be printed', remedy, cause),
  );
  return bytes;
}

/** Reads the files of a letterhead. Throws LETTERHEAD_WRONG for a file that is missing, too large, damaged or of another format. */
export async function readLetterhead({ logo, fonts, ...texts }: LetterheadFiles): Promise<Letterhead> {
  const image = logo === undefined ? undefined : await readLogo(logo);
  const files: Buffer[] = [];
  for (const file of fonts) files.push(await readFont(file));
  return { ...texts, logo: image, fonts: files };
}
