import { isNameEnd, runsText, tagEnd } from './tags.ts';

/** What a cell holds: its value and formula as written, and the text of an inline string. */
export type CellContent = {
  value: string | undefined;
  formula: string | undefined;
  inline: string;
  /** The position after the cell. */
  end: number;
};

/** Text in which each letter stands for one byte of UTF-8, as the text that it is. */
function decoded(bytes: string): string {
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

/**
 * Reads a cell with a formula, rich text, attributes or anything else that the fast path of cell-value.ts leaves. Each
 * letter of the text stands for one byte of UTF-8.
 */
export function slowCell(text: string, from: number, prefix: string): CellContent | undefined {
  const close = `</${prefix}c>`;
  const found: CellContent = { value: undefined, formula: undefined, inline: '', end: -1 };
  let at = from;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start < 0) return undefined;
    if (text.startsWith(close, start)) return { ...found, end: start + close.length };
    const end = tagEnd(text, start);
    if (end < 0 || text.charCodeAt(start + 1) === 47) return undefined;
    const isEmpty = text.charCodeAt(end - 2) === 47;
    const nameAt = start + 1;
    let nameLength = 0;
    while (!isNameEnd(text.charCodeAt(nameAt + nameLength))) nameLength += 1;
    const name = text.slice(nameAt, nameAt + nameLength);
    const closing = `</${name}`;
    const contentEnd = isEmpty ? end : text.indexOf(closing, end);
    if (contentEnd < 0) return undefined;
    const content = isEmpty ? '' : text.slice(end, contentEnd);
    if (name === `${prefix}v`) found.value = decoded(content);
    else if (name === `${prefix}f`) found.formula = decoded(content);
    else if (name === `${prefix}is`) found.inline = decoded(runsText(content, prefix));
    if ((name === `${prefix}v` || name === `${prefix}f`) && content.includes('<')) return undefined;
    if (isEmpty) at = end;
    else {
      const after = tagEnd(text, contentEnd);
      if (after < 0) return undefined;
      at = after;
    }
  }
}
