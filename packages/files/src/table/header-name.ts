/** The header cell in the form in which headers are compared: lower case, single spaces, no byte order mark. */
export function normaliseHeader(cell: string): string {
  return cell
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
}
