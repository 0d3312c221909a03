const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const special = /[&<>"]/;
// characters that XML does not allow: a workbook with one of them cannot be opened
const impossible = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u;
const everyImpossible = new RegExp(impossible, 'gu');

/** Text for XML. A text like a spreadsheet's own escape of a character (`_x0041_`) is escaped, so that it is kept literally. */
export function xmlText(text: string): string {
  const possible = impossible.test(text) ? text.replaceAll(everyImpossible, '\uFFFD') : text;
  const plain = possible.includes('_x') ? possible.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : possible;
  return special.test(plain) ? plain.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign) : plain;
}

/** The text element of a string, with its outer blanks and line breaks. */
export function textElement(text: string): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${space}>${xmlText(text)}</t>`;
}

/** The letters of a column, 1-based: 1 is A, 27 is AA. */
export function columnLetters(index: number): string {
  let rest = index;
  let letters = '';
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

/** A sheet's name in a formula. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** A text in a formula. */
export function formulaText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
