import type { PdfContent, PdfDocument, PdfRun } from './pdf-library.ts';

/** A word on a page: its edges and its baseline in points from the top left, and the size of its letters. */
export type PdfWord = { text: string; left: number; right: number; base: number; size: number };

/** The words of a page, without an order. */
export type PdfPage = { number: number; words: PdfWord[] };

/** Relative widths of letters, for the places of the words within a run. Only their ratios matter. */
function widthOf(letter: string): number {
  if (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(letter)) return 1;
  if (/[\s.,:;'!|/\\()[\]ijltfI-]/.test(letter)) return 0.3;
  if (/[mwMW@%]/.test(letter)) return 0.85;
  return /[A-Z&]/.test(letter) ? 0.68 : 0.55;
}

const sumOf = (letters: string, isFixed: boolean) =>
  isFixed ? letters.length : [...letters].reduce((sum, letter) => sum + widthOf(letter), 0);

type View = readonly [number, number, number, number, number, number];

/** The place of a run in the upright view of its page; undefined for text that is rotated, mirrored or without a size. */
function placeOf({ transform, width }: PdfRun, view: View) {
  const [a, b, c, d, e, f] = transform;
  const across = { x: view[0] * a + view[2] * b, y: view[1] * a + view[3] * b };
  const up = { x: view[0] * c + view[2] * d, y: view[1] * c + view[3] * d };
  const size = Math.hypot(up.x, up.y);
  const isUpright = across.x > 0 && Math.abs(across.y) < across.x * 0.02 && up.y < 0 && size > 0.5;
  if (!isUpright || !Number.isFinite(width)) return undefined;
  return { left: view[0] * e + view[2] * f + view[4], base: view[1] * e + view[3] * f + view[5], size, width };
}

/** A text without signs that have no width; control characters divide words. */
const visibleText = (text: string) => text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\p{Cc}/gu, ' ');

function wordsOf(run: PdfRun, view: View, isFixed: boolean): PdfWord[] {
  const place = placeOf(run, view);
  const text = visibleText(run.str);
  if (place === undefined || text.trim() === '') return [];
  const unit = place.width / Math.max(sumOf(text, isFixed), 0.01);
  return [...text.matchAll(/\S+/g)].map((found) => {
    const left = place.left + sumOf(text.slice(0, found.index), isFixed) * unit;
    return {
      text: found[0],
      left,
      right: left + sumOf(found[0], isFixed) * unit,
      base: place.base,
      size: place.size,
    };
  });
}

/** Removes words that are drawn again at their place, which makes letters bold. */
function withoutRepetition(words: readonly PdfWord[]): PdfWord[] {
  const byText = new Map<string, PdfWord[]>();
  return words.filter((word) => {
    const same = byText.get(word.text) ?? [];
    const near = Math.max(1, word.size * 0.15);
    if (same.some(({ left, base }) => Math.abs(left - word.left) < near && Math.abs(base - word.base) < near))
      return false;
    same.push(word);
    byText.set(word.text, same);
    return true;
  });
}

/** The runs outside the parts that belong to a layer. */
function runsOutsideLayers({ items }: PdfContent): PdfRun[] {
  const open: boolean[] = [];
  const runs: PdfRun[] = [];
  for (const item of items) {
    if ('str' in item) {
      if (!open.includes(true)) runs.push(item);
    } else if (item.type.startsWith('begin')) open.push(item.tag === 'OC');
    else if (item.type.startsWith('end')) open.pop();
  }
  return runs;
}

/**
 * The words of a page that stand upright within its edges. Where the document has hidden layers, text of all layers is left out, because
 * the library does not name the layer of a text; the balances show whether the text was needed.
 */
export async function readPage(document: PdfDocument, number: number): Promise<PdfPage & { runCount: number }> {
  const { content, view, width, height } = await document.page(number);
  const runs = document.hasHiddenLayers
    ? runsOutsideLayers(content)
    : content.items.flatMap((item) => ('str' in item ? [item] : []));
  const isFixed = ({ fontName }: PdfRun) => content.styles[fontName]?.fontFamily === 'monospace';
  const words = runs
    .flatMap((run) => wordsOf(run, view, isFixed(run)))
    .filter(({ left, right, base }) => right > 0 && left < width && base > 0 && base < height + 2);
  return { number, words: withoutRepetition(words), runCount: content.items.length };
}
