/*
 *
 * Text from outside (a file name, a reference, a server's message) must not control a terminal or reorder the text that a person reads.
 * Control characters are shown as escapes, written as in JSON: \u001b. In JSON the same escape keeps the value, because these characters
 * only occur inside strings.
 */

/** C0 except the line feed, DEL, C1 (a terminal may read U+009B as the start of a sequence), and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of one or more lines, safe for a terminal. */
export function visibleText(text: string): string {
  return text.replaceAll(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text for one line, such as a cell of a table: line breaks and tabs are spaces. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\r\n|[\t\n\r]/g, ' '));
}

/** A number for JSON. Counts from the warehouse are bigint; they are numbers where these are exact, otherwise text. */
function plainNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

/** A value as JSON: exact, and safe for a terminal. */
export function jsonText(value: unknown, indent?: number): string {
  return visibleText(JSON.stringify(value, plainNumber, indent));
}
