import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { TieoutError } from '../../domain/tieout-error.ts';

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
/** Whether a PNG file is interlaced, which the library does not read. */
const isInterlaced = (bytes: Buffer) => bytes[28] !== 0;
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('latin1') === '\xFF\xD8\xFF';

/** TrueType, OpenType, and the two compressed forms; not a collection of several fonts. */
const isFont = (bytes: Buffer) =>
  ['\0\x01\0\0', 'OTTO', 'true', 'wOFF', 'wOF2'].includes(bytes.subarray(0, 4).toString('latin1'));

/** Reads the files of a letterhead. Throws LETTERHEAD_WRONG for a file that is missing, too large or of another format. */
export async function readLetterhead({ logo, fonts, ...texts }: LetterheadFiles): Promise<Letterhead> {
  const logoRemedy = 'Name a PNG file without interlacing, or a JPEG file, of at most 2 MiB.';
  const fontRemedy = 'Name a font file in the format TTF, OTF, WOFF or WOFF2, of at most 40 MiB.';
  const image = logo === undefined ? undefined : await read('report.letterhead.logo', logo, largestLogo, logoRemedy);
  if (logo !== undefined && image !== undefined && (isPng(image) ? isInterlaced(image) : !isJpeg(image)))
    throw wrong('report.letterhead.logo', logo, 'is not a PNG or JPEG file that can be printed', logoRemedy);
  const files: Buffer[] = [];
  for (const file of fonts) {
    const bytes = await read('report.fonts', file, largestFont, fontRemedy);
    if (!isFont(bytes)) throw wrong('report.fonts', file, 'is not a font file', fontRemedy);
    files.push(bytes);
  }
  return { ...texts, logo: image, fonts: files };
}
