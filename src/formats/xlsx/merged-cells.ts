import { attributeOf, tagEnd } from './tags.ts';

/** More merged ranges than this are not looked at one by one: they are layout, not a table. */
const mostRanges = 100_000;

/** Reads what follows the rows of a sheet: the ranges of merged cells, and the end of the sheet. */
export function mergedCells(prefix: string): {
  /** Takes text and returns what is left of it: a tag that is not complete. */
  read(text: string): string;
  isComplete(rest: string): boolean;
  ranges(): readonly string[];
} {
  const ranges: string[] = [];
  const mergeCell = `<${prefix}mergeCell `;
  const endOfSheet = new RegExp(`^</${prefix}worksheet\\s*>$`);
  let isEnded = false;
  return {
    ranges: () => ranges,
    isComplete: (rest) => isEnded && rest.trim() === '',
    read(text) {
      let at = 0;
      for (;;) {
        const start = text.indexOf('<', at);
        if (start < 0) return '';
        const end = tagEnd(text, start);
        if (end < 0) return text.slice(start);
        const isMerge = text.startsWith(mergeCell, start);
        if (isMerge && ranges.length < mostRanges) {
          const range = attributeOf(text.slice(start, end), 'ref');
          if (range !== undefined) ranges.push(range);
        }
        // nothing may follow the end, so that two sheets in one part are not taken for one
        isEnded = !isEnded && endOfSheet.test(text.slice(start, end));
        at = end;
      }
    },
  };
}
