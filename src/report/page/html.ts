import { cleanText } from '../shown-value.ts';

/** Text for an HTML page, escaped and without characters that disguise the page. */
export function escaped(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
