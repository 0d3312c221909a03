import { multiByteEncodings } from '../../domain/encodings.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile } from '../table/table-spec.ts';

/** The likely encodings of a word with a few accents, and of a word in another script. */
const likely = {
  accents: ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh', 'gb18030'],
  script: ['gb18030', 'windows-1251', 'big5', 'shift_jis', 'euc-kr', 'windows-874', 'windows-1252'],
} as const;

/** The first word with a byte that is not ASCII: up to a blank, a delimiter or a quote on either side. */
function wordOf(bytes: Buffer): Buffer {
  const isEnd = (byte: number | undefined) => byte === undefined || byte <= 32 || [34, 44, 59, 124].includes(byte);
  const first = bytes.findIndex((byte) => byte >= 0x80);
  let [from, to] = [first, first];
  while (!isEnd(bytes[from - 1])) from -= 1;
  while (!isEnd(bytes[to])) to += 1;
  return bytes.subarray(from, Math.min(to, from + 60));
}

/** What the word would be in the likely encodings, at most three of them. It is shown, and never used for reading. */
async function readings(word: Buffer): Promise<{ name: string; text: string }[]> {
  const { default: iconv } = await import('iconv-lite');
  const highBytes = word.filter((byte) => byte >= 0x80).length;
  const isScript = highBytes >= 2 && highBytes * 2 > word.length;
  const found = new Map<string, string>();
  for (const name of isScript ? likely.script : likely.accents) {
    const text = iconv.decode(word, name);
    const foreign = [...text].filter((letter) => letter > '~').join('');
    const isText = !/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(text);
    const isLikely = multiByteEncodings.has(name) || (isScript ? /^\p{L}+$/u : /[\p{L}€£¥°§]/u).test(foreign);
    if (isText && isLikely && ![...found.values()].includes(text)) found.set(name, text);
  }
  return [...found].slice(0, 3).map(([name, text]) => ({ name, text }));
}

/** The refusal of a file with zero bytes, which no text in one or more bytes a letter has. */
export function notText({ spec: { title }, fileName }: TableFile): TieoutError {
  return new TieoutError({
    code: 'FILE_NOT_A_TABLE',
    message: `The ${title} is not a text file: it has zero bytes, and bytes that are not UTF-8.`,
    remedy: 'Export the file again and check that it opens in a spreadsheet.',
    place: { file: fileName },
    exitStatus: 4,
  });
}

/** The refusal of a text that is not UTF-8 and whose encoding nothing proves. */
export async function encodingUnknown(
  { spec: { title, section }, fileName }: TableFile,
  { line, bytes }: { line: number; bytes: Buffer },
): Promise<TieoutError> {
  const found = await readings(wordOf(bytes));
  const shown = found.map(({ name, text }) => `"${text}" in ${name}`);
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(shown);
  const [first] = found;
  return new TieoutError({
    code: 'FILE_ENCODING_UNKNOWN',
    message: `The ${title} is not UTF-8, and its encoding is not declared.${list === '' ? '' : ` A word of line ${line} is ${list}.`}`,
    remedy: `Declare the encoding in which the words are right, such as ${section}.encoding: ${first?.name ?? 'windows-1252'}.`,
    place: { file: fileName, line },
    suggestion: { encoding: first?.name ?? 'windows-1252' },
    exitStatus: 4,
  });
}
