import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { inReadingOrder, type Run } from './reading-order.ts';

/** The folder with the shipped fonts: in the built program, or in the package from which the build copies them. */
const folder = [join(packageRoot, 'dist', 'fonts'), join(packageRoot, 'node_modules', 'dejavu-fonts-ttf', 'ttf')].find(
  (path) => existsSync(path),
);

export type Weight = 'regular' | 'bold';

const files = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' };

const fontPath = (weight: Weight) => join(folder ?? packageRoot, files[weight]);

/** What is printed for a character that no font has. */
const missing = '\u25A1';

/** The part of a font of pdfkit that says which characters it has; its types leave it out. */
type OpenedFont = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

/** What sums and differences of widths are off by, in points. */
const rounding = 0.01;

/** The fonts of a document: the shipped one, then those of the configuration, which have its missing scripts. */
export class PageFonts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #covers: { font: string; has: (code: number) => boolean }[] = [];
  readonly #widths = new Map<string, number>();
  /** The characters that no font has. */
  readonly missing = new Set<string>();

  constructor(doc: PDFKit.PDFDocument, further: readonly Buffer[]) {
    this.#doc = doc;
    this.#add('regular', fontPath('regular'));
    this.#doc.registerFont('bold', fontPath('bold'));
    for (const [index, bytes] of further.entries()) this.#add(`further ${index + 1}`, bytes);
  }

  #add(font: string, source: string | Buffer): void {
    this.#doc.registerFont(font, source);
    this.#doc.font(font);
    const opened = (this.#doc as PDFKit.PDFDocument & OpenedFont)._font.font;
    this.#covers.push({ font, has: (code) => opened.hasGlyphForCodePoint(code) });
  }

  /** The font of a character; bold is in the shipped font only. */
  #fontOf(character: string, weight: Weight): string | undefined {
    const found = this.#covers.find(({ has }) => has(character.codePointAt(0) ?? 0))?.font;
    return found === 'regular' ? weight : found;
  }

  /** A text in parts by font, from left to right. A character that no font has is printed as a square. */
  runs(text: string, weight: Weight): Run[] {
    const characters: Run[] = [];
    for (const character of text) {
      const font = this.#fontOf(character, weight);
      // a mark or joiner without a glyph changes the character before it, and is nothing by itself
      if (font === undefined && /[\p{M}\p{Cf}]/u.test(character)) continue;
      if (font === undefined) this.missing.add(character);
      characters.push(font === undefined ? { text: missing, font: weight } : { text: character, font });
    }
    return inReadingOrder(characters);
  }

  /** The width of a part, in thousandths of its size. */
  #widthOf({ text, font }: Run): number {
    const key = `${font}\0${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#doc.font(font).fontSize(1000).widthOfString(text, { features: [] });
    this.#widths.set(key, width);
    return width;
  }

  /** The width of a text, in points. */
  width(text: string, size: number, weight: Weight = 'regular'): number {
    return this.runs(text, weight).reduce((sum, run) => sum + (this.#widthOf(run) * size) / 1000, 0);
  }

  /** A text cut to a width, with an ellipsis where it is cut. A width that was computed from the text has room for it. */
  cut(text: string, width: number, size: number, weight: Weight = 'regular'): string {
    if (this.width(text, size, weight) <= width + rounding) return text;
    const characters = [...text];
    let [least, most] = [0, characters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (this.width(`${characters.slice(0, middle).join('')}…`, size, weight) <= width) least = middle;
      else most = middle - 1;
    }
    return `${characters.slice(0, least).join('').trimEnd()}…`;
  }

  /** A text in lines of a width; what is beyond the last line is cut. */
  lines(text: string, width: number, size: number, most: number, weight: Weight = 'regular'): string[] {
    const lines: string[] = [];
    let rest = text;
    while (rest !== '' && lines.length < most - 1 && this.width(rest, size, weight) > width) {
      const whole = this.cut(rest, width, size, weight).slice(0, -1);
      const at = whole.lastIndexOf(' ');
      const end = at > 0 ? at : Math.max(whole.length, 1);
      lines.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    return [...lines, this.cut(rest, width, size, weight)];
  }
}
