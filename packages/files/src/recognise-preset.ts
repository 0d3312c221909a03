import type { FileFormat } from './file-format.ts';
import { previewFile } from './preview-file.ts';
import type { TableFile } from './table/table-spec.ts';
import { readHead } from './text/read-head.ts';

/** The part of a text file in which it is recognised. */
const headBytes = 16 * 1024;

/** A text without the differences of writing: case, and kinds and numbers of spaces. A tab separates cells. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\S\t]+/g, ' ')
    .trim();

/** The first lines of a file. A text is decoded in both usual ways, because its encoding is a term of the preset. */
async function firstLines(file: TableFile, format: FileFormat): Promise<string[]> {
  if (format !== 'csv') {
    const { rows } = await previewFile(file);
    return rows.map(({ cells }) => cells.map(plain).join('\t'));
  }
  const bytes = (await readHead(file.path)).subarray(0, headBytes);
  return ['utf-8', 'latin1']
    .flatMap((encoding) => new TextDecoder(encoding).decode(bytes).split(/\r\n|\n|\r/))
    .map(plain);
}

/** Whether a line has a header as a cell of its own, whatever its delimiter. */
function hasCell(line: string, header: string): boolean {
  for (let at = line.indexOf(header); at >= 0; at = line.indexOf(header, at + 1)) {
    const [before, after] = [
      line.slice(0, at).replace(/ +$/, '').at(-1),
      line
        .slice(at + header.length)
        .replace(/^ +/, '')
        .at(0),
    ];
    if ([before, after].every((letter) => letter === undefined || ',;|\t"\''.includes(letter))) return true;
  }
  return false;
}

/** How the files of a program are recognised: the headers that one row has, and the texts that the first lines have; all of them. */
type Recognisable = { recognise: { header: readonly string[]; text: readonly string[] } };

function recognises({ recognise: { header, text } }: Recognisable, lines: readonly string[]): boolean {
  const isHeader = header.length === 0 || lines.some((line) => header.every((one) => hasCell(line, plain(one))));
  return isHeader && text.every((one) => lines.some((line) => line.includes(plain(one))));
}

/** The first preset that recognises a file. Without presets the file is not opened. */
export async function recognisePreset<Preset extends Recognisable>(
  file: TableFile,
  format: FileFormat,
  presets: readonly Preset[],
): Promise<Preset | undefined> {
  if (presets.length === 0) return undefined;
  const lines = await firstLines(file, format);
  return presets.find((preset) => recognises(preset, lines));
}
