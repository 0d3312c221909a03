import { cleanText } from '../cell.ts';

/** Text for an HTML page: whatever it holds, it stays text, and no mark or control character in it disguises the page. */
export function escaped(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
